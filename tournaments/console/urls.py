"""Addresses of the director's desk. A `+` begins what no event's slug can be; an entry's key may hold anything."""

from django.urls import path

from tournaments.console import draws, events, files, finals, people, printing, publishing, rounds, staff

app_name = "desk"

urlpatterns = [
    path("", events.home, name="home"),
    path("+new/", events.choose_series, name="choose_series"),
    path("+new/<slug:series>/", events.new_event, name="new_event"),
    path("+file/", files.take_in, name="take_in"),
    path("<slug:slug>/", events.desk, name="event"),
    path("<slug:slug>/settings/", events.settings_page, name="settings"),
    path("<slug:slug>/details/", events.details, name="details"),
    path("<slug:slug>/status/", events.status, name="status"),
    path("<slug:slug>/people/", people.people, name="people"),
    path("<slug:slug>/walk-ins/", people.walk_in, name="walk_in"),
    path("<slug:slug>/confirmations/", people.confirm_all, name="confirm_all"),
    path("<slug:slug>/person/<path:key>/", people.person, name="person"),
    path("<slug:slug>/statuses/<path:key>/", people.status, name="person_status"),
    path("<slug:slug>/flags/<path:key>/", people.flags, name="flags"),
    path("<slug:slug>/substitutions/<path:key>/", people.substitute, name="substitute"),
    path("<slug:slug>/withdrawals/<path:key>/", people.withdraw, name="withdraw"),
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/add/", rounds.add, name="add_round"),
    path("<slug:slug>/round/<int:number>/", rounds.round_page, name="round"),
    path("<slug:slug>/round/<int:number>/plan/", rounds.plan, name="plan_round"),
    path("<slug:slug>/round/<int:number>/remove/", rounds.remove, name="remove_round"),
    path("<slug:slug>/round/<int:number>/word/", rounds.word, name="word"),
    path("<slug:slug>/round/<int:number>/publish/", rounds.publish, name="publish_round"),
    path("<slug:slug>/round/<int:number>/start/", rounds.start, name="start_round"),
    path("<slug:slug>/round/<int:number>/close/", rounds.close, name="close_round"),
    path("<slug:slug>/round/<int:number>/reopen/", rounds.reopen, name="reopen_round"),
    path("<slug:slug>/round/<int:number>/draw/", draws.draw, name="draw"),
    path("<slug:slug>/round/<int:number>/swap/", draws.swap, name="swap"),
    path("<slug:slug>/finals/", finals.finals, name="finals"),
    path("<slug:slug>/finals/<str:kind>/", finals.seat, name="seat_final"),
    path("<slug:slug>/standings/", publishing.standings, name="standings"),
    path("<slug:slug>/standings/publish/", publishing.publish, name="publish"),
    path("<slug:slug>/overrides/<path:key>/", publishing.override, name="override"),
    path("<slug:slug>/computed-places/<path:key>/", publishing.withdraw_override, name="withdraw_override"),
    path("<slug:slug>/schedule/", publishing.schedule, name="schedule"),
    path("<slug:slug>/staff/", staff.staff, name="staff"),
    path("<slug:slug>/staff/<int:pk>/dismiss/", staff.dismiss, name="dismiss"),
    path("<slug:slug>/staff/<int:pk>/link/", staff.link, name="staff_link"),
    path("<slug:slug>/print/seating/<int:number>/", printing.seating, name="print_seating"),
    path("<slug:slug>/print/sheets/<int:number>/", printing.sheets, name="print_sheets"),
    path("<slug:slug>/print/standings/", printing.standings, name="print_standings"),
    path("<slug:slug>/files/", files.files, name="files"),
    path("<slug:slug>/files/event.json", files.event_file, name="event_file"),
    path("<slug:slug>/files/results.json", files.results_file, name="results_file"),
]
