"""The union lets somebody back in who lost his second factor, after it has made sure who is asking."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.acts.email_field import EmailField
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Account
from tournaments.operations.accounts import second_factors
from tournaments.union.face import union


class RecoveryForm(forms.Form):
    email = EmailField()
    reason = forms.CharField(
        label=_("How you know that it is he or she"),
        max_length=200,
        help_text=_("It stands in the journal. Write no names."),
    )


@union.page("recovery/", right="account.recover")
def recovery(visit: Visit) -> HttpResponse:
    """The form with which a second factor is taken away."""
    return visit.page("union/recovery.html", {"tab": "offices", "form": visit.form_of(RecoveryForm)})


@union.act(
    "recovery/",
    right="account.recover",
    page=recovery,
    form=RecoveryForm,
    wanted=_("Letting somebody back into his account"),
    done=_("%(email)s signs in without a second factor now."),
    code="union:recovery",
    fresh=True,
)
def remove_second_factor(visit: Visit) -> Values:
    """Take a second factor away; the owner then signs in by e-mail and sets up a new one."""
    form, reason = visit.form_of(RecoveryForm), visit.said["reason"]
    account = Account.objects.filter(email=visit.said["email"]).first()
    if account and second_factors.remove_second_factor(account=account, by=visit.by, now=visit.now, reason=reason):
        return {"email": account.email}
    form.add_error("email", _("No account with this address has a second factor."))
    return recovery(visit)
