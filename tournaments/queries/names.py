"""Names of the accounts whose opaque keys stand in table logs, for staff.

A log names nobody: `by` is `account:7`. The same few people write all evening, so their names are remembered for some
minutes; a page, or the answer to a deal, then asks the database for nobody. An e-mail address is never shown whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.core.cache import cache

from tournaments.models import Account

REMEMBERED_FOR = 600  # seconds; a corrected name shows everywhere after that


def shown_name(account: Account) -> str:
    """The account's name, or the part of its address that is nobody else's business to write to."""
    return account.name or account.email.partition("@")[0]


def names_of(keys: Iterable[str], *, known: Account | None = None) -> Mapping[str, str]:
    """Key → name. At most one statement, none while the names are remembered. `known`: who is there anyway."""
    wanted = {key for key in keys if key}
    names = {known.key: shown_name(known)} if known else {}
    if wanted <= names.keys():
        return names
    found = cache.get_many([_place(key) for key in wanted - names.keys()])
    names |= {key: found[_place(key)] for key in wanted if _place(key) in found}
    missing = [int(key.removeprefix("account:")) for key in wanted - names.keys() if key.startswith("account:")]
    if missing:
        asked = {account.key: shown_name(account) for account in Account.objects.filter(pk__in=missing)}
        cache.set_many({_place(key): name for key, name in asked.items()}, REMEMBERED_FOR)
        names |= asked
    return names


def forget_name(key: str) -> None:
    """Drop a name from what is remembered; the next reader looks it up."""
    cache.delete(_place(key))


def _place(key: str) -> str:
    return f"name-of-{key.replace(':', '-')}"
