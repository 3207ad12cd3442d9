"""How people sign in: passwords, codes by e-mail, passkeys, second factors."""

from scwu.settings.environment import choice
from scwu.settings.place import HTTPS, PRODUCTION


def second_factor_is_required(*, production: bool) -> bool:
    """SCWU_SECOND_FACTOR: required or optional; without it required in production."""
    usual, other = ("required", "optional") if production else ("optional", "required")
    return choice("SCWU_SECOND_FACTOR", usual, other) == "required"


AUTH_USER_MODEL = "tournaments.Account"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "public:me"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Codes by e-mail, passkeys and second factors are django-allauth's (tournaments/public/account_urls.py).
ACCOUNT_ADAPTER = "tournaments.public.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # every way in by e-mail proves the address itself
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to a stranger's mailbox; the page says the same
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
# Wide by machine, because a whole pub comes from one address; narrow by account.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/h/ip,10/h/key",
    "request_login_code": "60/m/ip,5/15m/key",
    "reauthenticate": "10/15m/user",
}
MFA_ADAPTER = "tournaments.public.adapters.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "tournaments.public.second_factor_forms.AddKeyForm",
    "authenticate": "tournaments.public.second_factor_forms.CodeForm",
    "reauthenticate": "tournaments.public.second_factor_forms.ProofForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "SCWU"
MFA_TOTP_TOLERANCE = 1  # phones in a pub have no exact clock
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # http://localhost; other plain http has no passkeys in any browser
# Commission, union and directors need a second factor: on a server always; in a pub, where there may be neither mail
# nor internet, they are reminded of it. SCWU_SECOND_FACTOR=required or optional says otherwise.
SECOND_FACTOR_REQUIRED = second_factor_is_required(production=PRODUCTION)
