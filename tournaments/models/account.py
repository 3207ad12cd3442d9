"""Who signs in: an account with an e-mail address. What it may do is decided by `access`, per event.

An account is not a player: directors and referees need none. A player's account is `Player.account`.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.prepared import prepared
from tournaments import rights
from tournaments.models.names import NameField

PHONE_DOMAIN = "phone.invalid"  # RFC 2606: no letter to it can ever arrive
NO_MAIL_DOMAIN = "nomail.invalid"  # of people who came without an address: their phone is how they sign in


class AccountManager(BaseUserManager["Account"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Account:
        account = self.model(email=email.strip().lower(), **fields)
        account.set_password(password)  # None makes it unusable: sign-in by e-mail link only
        account.save(using=self._db)
        return account

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Account:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get(self, *args: Any, **asked: Any) -> Account:
        """One account. By its key alone, as everybody's request who is signed in asks, its text is made once."""
        if args or asked.keys() != {"pk"} or type(asked["pk"]) is not int:
            return super().get(*args, **asked)
        for account in _by_key(asked["pk"]):
            return account
        raise Account.DoesNotExist


class Account(AbstractBaseUser, PermissionsMixin):
    """`may_direct`: may make events; `is_staff`: may enter the admin; `is_superuser`: the union's keeper."""

    email = models.EmailField(unique=True)
    name = NameField(max_length=80, blank=True, default="")
    language = models.CharField(max_length=5, blank=True, default="")
    may_direct = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AccountManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.name or self.email

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Django's own question, asked by the administration alone: the matrix answers, groups count for nothing."""
        act = "admin.enter" if ".view_" in perm else "admin.write"
        flags = {"clerk": self.is_staff, "keeper": self.is_superuser}
        return self.is_active and any(held and role in rights.anywhere(act) for role, held in flags.items())

    def has_module_perms(self, app_label: str) -> bool:
        return self.has_perm(f"{app_label}.view_any")

    @property
    def is_phone(self) -> bool:
        """Whether a phone of the tables signs in by it, and nobody else."""
        return self.email.endswith(f"@{PHONE_DOMAIN}")

    @property
    def has_mailbox(self) -> bool:
        """Whether letters can reach it: not a phone of the tables, nor somebody who came without an address."""
        return not self.email.endswith((f"@{PHONE_DOMAIN}", f"@{NO_MAIL_DOMAIN}"))

    @property
    def key(self) -> str:
        """The opaque key under which this account stands in table logs."""
        return f"account:{self.pk}"


@prepared
def _by_key(pk: int) -> models.QuerySet[Account]:
    return Account.objects.filter(pk=pk)


class SignInLink(models.Model):
    """A one-time link: its address is this id, signed. It is spent by one conditional UPDATE."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    account = models.ForeignKey(Account, on_delete=models.CASCADE)
    next_path = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class TokenScope(models.TextChoices):
    READ = "read", _("Read")
    RECORD = "record", _("Record")
    ALL = "all", _("All")


class ApiToken(models.Model):
    """A person's token for the API. Only its hash is stored; `label` says where it is used.

    `scope`: what it may of what its account may (tournaments/rights.py); `event`: where it records, if that is all.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="api_tokens")
    secret_hash = models.CharField(max_length=64, unique=True)
    label = NameField(max_length=80)
    scope = models.CharField(max_length=12, choices=TokenScope, default=TokenScope.READ)
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope="record", event__isnull=False)
                | (~models.Q(scope="record") & models.Q(event=None)),
                name="a_token_records_at_one_event",
            )
        ]

    def __str__(self) -> str:
        return self.label
