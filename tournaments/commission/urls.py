"""Addresses of the words. A `+` begins what no event's slug can be."""

from django.urls import path

from tournaments.commission import arranging, home, proposing, reviewing

app_name = "commission"

urlpatterns = [
    path("", home.home, name="home"),
    path("+propose/", proposing.propose, name="propose"),
    path("+list/", proposing.propose_list, name="list"),
    path("+mine/", proposing.mine, name="mine"),
    path("+mine/<uuid:id>/withdraw/", proposing.withdraw, name="withdraw"),
    path("+rules/", home.rules, name="rules"),
    path("<slug:slug>/", arranging.event, name="event"),
    path("<slug:slug>/readings/", arranging.readings, name="readings"),
    path("<slug:slug>/word/<int:number>/", reviewing.word, name="word"),
    path("<slug:slug>/word/<int:number>/open/", reviewing.open_word, name="open"),
    path("<slug:slug>/word/<int:number>/vote/", reviewing.vote, name="vote"),
    path("<slug:slug>/word/<int:number>/split/", reviewing.split, name="split"),
    path("<slug:slug>/word/<int:number>/place/", arranging.give, name="give"),
    path("<slug:slug>/round/<int:number>/swap/", arranging.swap, name="swap"),
]
