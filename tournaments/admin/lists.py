"""The lists, and the page of each row.

What an act of the house writes (draws, seats, rulings, publications, scores, steps) can be looked at and not edited
here: editing it would go past the rules, the versions and the log. People and clubs can be corrected by the keeper.
Playing words are not registered at all; they are nobody's business before their round.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group

from games.models import Game
from tournaments import models
from tournaments.admin import events, people, tables
from tournaments.texts.about_admin import give_names

# In the order in which the first page names them.
LISTS = {
    models.Event: events.EventAdmin,
    models.Round: events.RoundAdmin,
    models.Table: tables.TableAdmin,
    models.Ruling: tables.RulingAdmin,
    models.Appeal: tables.AppealAdmin,
    models.Call: tables.CallAdmin,
    models.Registration: events.RegistrationAdmin,
    models.Draw: events.DrawAdmin,
    models.Publication: events.PublicationAdmin,
    models.Question: events.QuestionAdmin,
    models.Step: events.StepAdmin,
    Game: tables.GameAdmin,
    models.EventWord: events.EventWordAdmin,
    models.Player: people.PlayerAdmin,
    models.Club: people.ClubAdmin,
    models.Federation: people.FederationAdmin,
    models.Office: people.OfficeAdmin,
    models.JoinRequest: people.JoinRequestAdmin,
    models.Merge: people.MergeAdmin,
    models.Account: people.AccountAdmin,
}
for model, rows in LISTS.items():
    admin.site.register(model, rows)

# Rights come from the matrix (tournaments/rights.py); groups would count for nothing. Second factors and the addresses
# that allauth has seen are nobody's business but their owner's.
admin.site.unregister([Group, Authenticator, EmailAddress])
give_names()
