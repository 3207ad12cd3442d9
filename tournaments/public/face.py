"""The pages for everybody and one's own; and the ways in, whose addresses settings and e-mails name."""

from __future__ import annotations

from tournaments.acts.face import Face

public = Face("public")
entrance = Face("")
