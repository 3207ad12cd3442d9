"""Addresses of the table side, below `t/`. Each act at a table has one of its own."""

from django.urls import path

from tournaments.tableside import acts, boards, corrections, overruling, rulings, sanctions, tables

app_name = "table"

TABLE = "<slug:slug>/<int:round_number>/<int:table_number>/"

urlpatterns = [
    path("<slug:slug>/", boards.board_page, name="board"),
    path("<slug:slug>/now/", boards.board_now, name="board_now"),
    path("<slug:slug>/rulings/", rulings.rulings_page, name="rulings"),
    path("<slug:slug>/sanctions/", sanctions.sanctions_page, name="sanctions"),
    path(TABLE, tables.table_page, name="table"),
    path(f"{TABLE}now/", tables.table_now, name="table_now"),
    path(f"{TABLE}form/", acts.change_form, name="form"),
    path(f"{TABLE}deals/", acts.record_deal, name="deals"),
    path(f"{TABLE}smear-deals/", acts.record_smear_deal, name="smear_deals"),
    path(f"{TABLE}void-deals/", acts.record_void_deal, name="void_deals"),
    path(f"{TABLE}penalty-letters/", acts.record_penalty_letter, name="penalty_letters"),
    path(f"{TABLE}undo/", acts.undo, name="undo"),
    path(f"{TABLE}pen/", acts.take_pen, name="pen"),
    path(f"{TABLE}lines/<int:position>/", corrections.line_page, name="line"),
    path(f"{TABLE}lines/<int:position>/amendments/", corrections.amend, name="amendments"),
    path(f"{TABLE}lines/<int:position>/strikes/", corrections.strike, name="strikes"),
    path(f"{TABLE}rulings/<int:pk>/", overruling.overrule_page, name="overrule"),
    path(f"{TABLE}rulings/<slug:kind>/", rulings.ruling_page, name="ruling"),
]
