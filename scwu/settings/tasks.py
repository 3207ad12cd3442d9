"""How Celery carries tasks; which tasks there are stands in scwu/celery.py and tournaments/tasks.py."""

from scwu import broker
from scwu.settings.broker_and_cache import BROKER, KEY_PREFIX
from scwu.settings.place import DATA_DIR

CELERY_BROKER_URL = BROKER.celery_url
CELERY_BROKER_TRANSPORT_OPTIONS = broker.transport_options(BROKER, data_dir=DATA_DIR, key_prefix=KEY_PREFIX)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: brokers come back
CELERY_TASK_DEFAULT_QUEUE = "scwu"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# Safe only because every task may run twice: its effect and its "done" mark are one conditional UPDATE.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A page does not wait for a broker that is down: the row says what is due, and the sweep finds it.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
