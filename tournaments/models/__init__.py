"""The tables of the tournament, one module per noun."""

from tournaments.models.account import NO_MAIL_DOMAIN, PHONE_DOMAIN, Account, ApiToken, SignInLink, TokenScope
from tournaments.models.apart import ApartPair
from tournaments.models.call import LONGEST_WISH, Call
from tournaments.models.ceremony import CeremonyStep, CeremonyStepKind, HallOffer
from tournaments.models.claim import Claim, EventDoor
from tournaments.models.club import SQUAD, ClubAlias, ClubLogo, JoinRequest, RequestStatus, SquadPlace
from tournaments.models.drawn_again import (
    drawn_again,
    is_drawn_again,
    is_promised_again,
    is_told_again,
    promised_again,
    told_again,
    with_state,
)
from tournaments.models.entry_condition import ConditionKind, EliteMember, EntryCondition, Invitation
from tournaments.models.erasure import BannedIdentity
from tournaments.models.event import Event, EventStatus, Staff, StaffRole, StaffTable
from tournaments.models.feat import CountedTable, Feat
from tournaments.models.hall_screen import LONGEST_LINE, HallScreen
from tournaments.models.hiding import hides_standings, hiding_standings, is_hiding
from tournaments.models.journal import JournalHead, JournalLine
from tournaments.models.mailing import Mailing, MailOptOut
from tournaments.models.merge import Merge
from tournaments.models.office import Office, OfficeRole
from tournaments.models.phone import Phone
from tournaments.models.publication import CUT_SHORT, PlaceOverride, Publication
from tournaments.models.question import Answer, Question, QuestionKind
from tournaments.models.ranking import PointsTable, RankedBody, RankedResult, RankedTeam, RankingRules
from tournaments.models.registration import Registration, RegistrationStatus, Score
from tournaments.models.round import Draw, Occupant, Round, RoundKind, RoundStatus, SeatSwap, Table
from tournaments.models.row_seal import RowSeal
from tournaments.models.ruling import Decision, Judge, RenoncKind, Ruling
from tournaments.models.sanction import BANS, Appeal, Outcome, Sanction, SanctionKind
from tournaments.models.season import Season, Series
from tournaments.models.seating import SeatingChange, SeatingChangeKind, draw_is_outdated, is_outdated, was_changed
from tournaments.models.sent_form import SentForm
from tournaments.models.session import Session
from tournaments.models.step import Message, Step, StepKind, StepStatus
from tournaments.models.union import Club, Federation, Membership, NickAlias, Player
from tournaments.models.word import EventWord, WordRules

__all__ = [
    "BANS",
    "CUT_SHORT",
    "LONGEST_LINE",
    "LONGEST_WISH",
    "NO_MAIL_DOMAIN",
    "PHONE_DOMAIN",
    "SQUAD",
    "Account",
    "Answer",
    "ApartPair",
    "ApiToken",
    "Appeal",
    "BannedIdentity",
    "Call",
    "CeremonyStep",
    "CeremonyStepKind",
    "Claim",
    "Club",
    "ClubAlias",
    "ClubLogo",
    "ConditionKind",
    "CountedTable",
    "Decision",
    "Draw",
    "EliteMember",
    "EntryCondition",
    "Event",
    "EventDoor",
    "EventStatus",
    "EventWord",
    "Feat",
    "Federation",
    "HallOffer",
    "HallScreen",
    "Invitation",
    "JoinRequest",
    "JournalHead",
    "JournalLine",
    "Judge",
    "MailOptOut",
    "Mailing",
    "Membership",
    "Merge",
    "Message",
    "NickAlias",
    "Occupant",
    "Office",
    "OfficeRole",
    "Outcome",
    "Phone",
    "PlaceOverride",
    "Player",
    "PointsTable",
    "Publication",
    "Question",
    "QuestionKind",
    "RankedBody",
    "RankedResult",
    "RankedTeam",
    "RankingRules",
    "Registration",
    "RegistrationStatus",
    "RenoncKind",
    "RequestStatus",
    "Round",
    "RoundKind",
    "RoundStatus",
    "RowSeal",
    "Ruling",
    "Sanction",
    "SanctionKind",
    "Score",
    "Season",
    "SeatSwap",
    "SeatingChange",
    "SeatingChangeKind",
    "SentForm",
    "Series",
    "Session",
    "SignInLink",
    "SquadPlace",
    "Staff",
    "StaffRole",
    "StaffTable",
    "Step",
    "StepKind",
    "StepStatus",
    "Table",
    "TokenScope",
    "WordRules",
    "draw_is_outdated",
    "drawn_again",
    "hides_standings",
    "hiding_standings",
    "is_drawn_again",
    "is_hiding",
    "is_outdated",
    "is_promised_again",
    "is_told_again",
    "promised_again",
    "told_again",
    "was_changed",
    "with_state",
]
