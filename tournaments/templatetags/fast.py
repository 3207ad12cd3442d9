"""What `public/fast_markup.py` writes, for the templates that have long lists of it."""

from django import template

from tournaments.public import fast_markup

register = template.Library()
register.simple_tag(fast_markup.board)
register.simple_tag(fast_markup.head_of_standings)
register.simple_tag(fast_markup.round_cards)
register.simple_tag(fast_markup.seats_by_name)
register.simple_tag(fast_markup.names)
