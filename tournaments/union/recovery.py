"""The union lets somebody back in who lost his second factor, after it has made sure who is asking."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.models import Account
from tournaments.operations.accounts.second_factors import remove_second_factor
from tournaments.union.answers import UNPROCESSABLE, address, page, signed_in


class RecoveryForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    reason = forms.CharField(
        label=gettext_lazy("How you know that it is he or she"),
        max_length=200,
        help_text=gettext_lazy("It stands in the journal. Write no names."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def recovery(request: HttpRequest) -> HttpResponse:
    """Take a second factor away; the owner then signs in by e-mail and sets up a new one."""
    by = signed_in(request)
    access.prove(by, "account.recover")
    form = RecoveryForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        account = Account.objects.filter(email=form.cleaned_data["email"].strip().lower()).first()
        reason = form.cleaned_data["reason"]
        if account and remove_second_factor(account=account, by=by, now=timezone.now(), reason=reason):
            said = _("%(email)s signs in without a second factor now.") % {"email": account.email}
            messages.success(request, said)
            return HttpResponseRedirect(address("recovery"))
        form.add_error("email", _("No account with this address has a second factor."))
    status = UNPROCESSABLE if form.is_bound else 200
    return page(request, "recovery", {"tab": "offices", "form": form}, status=status)
