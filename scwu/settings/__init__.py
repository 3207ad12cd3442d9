"""All settings of the project, a file about each subject; what differs from pub to server comes from the environment.

With nothing set, everything lies in `var/` (SCWU_DATA_DIR moves it): an SQLite file, a private Valkey, a secret made on
first start, an outbox of e-mails. DATABASE_URL and REDIS_URL put PostgreSQL and Redis in their places and change
nothing else. Unsafe values must be asked for: SCWU_DEBUG=1 shows errors to visitors; without SCWU_PRODUCTION=1 pages go
over plain http, because phones in a pub have no certificate for a laptop. With it, `check --deploy` is silent.

How a variable is read stands in environment.py. The order below is the order in which they are read, and so in which a
start is refused: what the site is, its keys, its names, and so on down to its logs.
"""

from scwu.settings.place import *
from scwu.settings.keys import *
from scwu.settings.hosts import *
from scwu.settings.security import *
from scwu.settings.installed import *
from scwu.settings.accounts import *
from scwu.settings.broker_and_cache import *
from scwu.settings.databases import *
from scwu.settings.tasks import *
from scwu.settings.languages import *
from scwu.settings.files import *
from scwu.settings.mail import *
from scwu.settings.api import *
from scwu.settings.seen_outside import *
