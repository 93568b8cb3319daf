"""How often Python looks for garbage that holds itself."""

import gc

YOUNG, MIDDLE, ALL = 5_000, 10, 50


def collect_rarely() -> None:
    """Let no collection stop a bot with hundreds of tables for long, from now on, in this whole process.

    Tables are kept for hours, and looking through all of them takes a quarter of a second at 300 of them; by Python's
    own measure that happens every few seconds, and whoever presses meanwhile waits. What is loaded already is not
    looked at again. Garbage of this kind is rare here, so that it may well lie for some minutes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, ALL)
