"""What can go wrong with the store."""


class StoreError(Exception):
    """The store could not do it and changed nothing. The text is one sentence for whoever runs the bot."""


class Conflict(StoreError):  # noqa: N818 - it is an answer to expect, not a failure
    """The table has other events than the caller thinks."""


class InUse(StoreError):  # noqa: N818 - it is an answer to expect, not a failure
    """Another instance of the bot holds the database."""


class Damaged(StoreError):  # noqa: N818 - it is about the data, not about the program
    """A copy is not what it should be."""


class NotOurs(Exception):  # noqa: N818 - becomes the second half of a StoreError's sentence
    """Why a file cannot be opened as the bot's database."""
