"""The deal desk: a recorded deal, gone through card by card, for referees and teachers.

A page is a function of its address: the deal stands in it in the one-line notation of the rules, and so does a deal
that is still being entered, for the notation can say "no cards yet". Nothing is stored, nobody has to sign in, a link
holds everything, and the browser's back button takes a step back. What the rules say about a deal is asked of
`games.rules`; nothing is judged here.
"""
