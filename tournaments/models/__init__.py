"""The tables of the tournament, one module per noun."""

from tournaments.models.account import Account, ApiToken, SignInLink
from tournaments.models.apart import ApartPair
from tournaments.models.ceremony import CeremonyStep, CeremonyStepKind
from tournaments.models.club import SQUAD, ClubAlias, ClubLogo, JoinRequest, RequestStatus, SquadPlace
from tournaments.models.entry_condition import ConditionKind, EliteMember, EntryCondition, Invitation
from tournaments.models.erasure import BannedIdentity
from tournaments.models.event import Event, EventStatus, Staff, StaffRole, StaffTable
from tournaments.models.journal import JournalHead, JournalLine
from tournaments.models.mailing import Mailing, MailOptOut
from tournaments.models.merge import Merge
from tournaments.models.office import Office, OfficeRole
from tournaments.models.publication import PlaceOverride, Publication
from tournaments.models.question import Answer, Question, QuestionKind
from tournaments.models.ranking import PointsTable, RankedBody, RankedResult, RankedTeam, RankingRules
from tournaments.models.registration import Registration, RegistrationStatus, Score
from tournaments.models.round import Draw, Occupant, Round, RoundKind, RoundStatus, SeatSwap, Table
from tournaments.models.ruling import Decision, Judge, RenoncKind, Ruling
from tournaments.models.sanction import BANS, Appeal, Outcome, Sanction, SanctionKind
from tournaments.models.season import Season, Series
from tournaments.models.seating import SeatingChange, SeatingChangeKind
from tournaments.models.step import Message, Step, StepKind, StepStatus
from tournaments.models.union import Club, Federation, Membership, NickAlias, Player
from tournaments.models.word import EventWord, WordRules

__all__ = [
    "BANS",
    "SQUAD",
    "Account",
    "Answer",
    "ApartPair",
    "ApiToken",
    "Appeal",
    "BannedIdentity",
    "CeremonyStep",
    "CeremonyStepKind",
    "Club",
    "ClubAlias",
    "ClubLogo",
    "ConditionKind",
    "Decision",
    "Draw",
    "EliteMember",
    "EntryCondition",
    "Event",
    "EventStatus",
    "EventWord",
    "Federation",
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
    "Ruling",
    "Sanction",
    "SanctionKind",
    "Score",
    "Season",
    "SeatSwap",
    "SeatingChange",
    "SeatingChangeKind",
    "Series",
    "SignInLink",
    "SquadPlace",
    "Staff",
    "StaffRole",
    "StaffTable",
    "Step",
    "StepKind",
    "StepStatus",
    "Table",
    "WordRules",
]
