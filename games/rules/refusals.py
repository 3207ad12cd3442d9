"""The one way in which this house says no to a person.

A refusal carries a stable code and the values of its sentence. The sentence itself, in every language,
stands in `tournaments/texts/refusals.py`; a test checks that every code raised anywhere has one there.
A refusal is raised before anything is stored; bugs are never refusals, they crash.
"""


class Refused(Exception):
    """A person asked for something that cannot be.

    `code` is a stable lower-case word; `values` fill the sentence that belongs to it.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
