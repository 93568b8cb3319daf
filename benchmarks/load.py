"""How many tables one bot carries: by simulation under Telegram's limits, and in a real run over loopback HTTP.

    python benchmarks/load.py simulate --tables 1 20 45 --think 5 [--pictures]
    python benchmarks/load.py run --tables 100 500 --every 2 [--pictures] [--profile]

`simulate` plays on a clock that needs no time: the real outbox, presenter and table service, people who answer so
many seconds after they see a question (half to one and a half times that long), and a fake Telegram that counts what
it would have refused. `run` starts the real bot, and a Telegram that enforces its limits in another process; there
something happens at each table every so many seconds, whether or not its people have seen the newest state.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time

from real_run import Ran, run
from simulated_play import Case, Found, simulate
from watched import share

KINDS = ("asked", "not asked", "board", "settlement", "result")


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def simulated(found: Found, took: float) -> str:
    """What a simulation found, in four lines."""
    case, rounds = found.case, max(1, found.rounds)
    kinds = ", ".join(f"{kind} {n / rounds:.1f}" for kind, n in sorted(found.calls.items()))
    delays = "; ".join(
        f"{kind} " + " / ".join(f"{share(found.delays.get(kind, []), part):.2f}" for part in (0.5, 0.95, 1.0))
        for kind in KINDS
    )
    rate = sum(found.calls.values()) / case.seconds
    return (
        f"{case.tables} tables, {case.think:g} s a move, pictures {'on' if case.pictures else 'off'}: "
        f"{found.calls_a_round:.1f} calls a round ({rounds} rounds of {case.seconds * case.tables / rounds:.0f} s, "
        f"{found.moves / rounds:.0f} moves), {rate:.1f} calls/s, most in one second {found.busiest}, "
        f"refused {sum(found.refused.values())}\n"
        f"  seconds until shown, p50 / p95 / longest: {delays}\n"
        f"  calls a round: {kinds}\n"
        f"  took {took:.0f} s"
    )


def ran(done: Ran) -> str:
    """What a real run showed."""
    answers, presses = done.report.answers, max(1, len(done.report.answers))
    p50, p95, p99 = (1000 * share(answers, part) for part in (0.5, 0.95, 0.99))
    return (
        f"{done.tables} tables: {presses / done.seconds:.0f} presses/s, press to answer p50 {p50:.0f}, "
        f"p95 {p95:.0f}, p99 {p99:.0f} ms, unanswered {done.report.unanswered}\n"
        f"  processor {100 * done.cpu / done.seconds:.0f} % of one core, {1000 * done.cpu / presses:.2f} ms a press; "
        f"{done.moves / done.seconds:.0f} events/s; "
        f"memory {done.memory / 1000:.0f} kB a table; refused (429) {sum(done.report.refused.values())}\n"
        f"  calls/s: "
        + ", ".join(f"{k} {n / done.seconds:.1f}" for k, n in sorted(done.report.calls.items()))
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("simulate", "run"))
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 45])
    parser.add_argument("--think", type=float, default=5.0, help="simulate: seconds for a move")
    parser.add_argument(
        "--every", type=float, default=2.0, help="run: seconds between two presses at a table"
    )
    parser.add_argument("--seconds", type=float, default=600.0, help="how long it is measured")
    parser.add_argument("--warm-up", type=float, default=None, help="seconds before that")
    parser.add_argument("--pictures", action="store_true", help="cards are drawn for everybody")
    parser.add_argument("--profile", action="store_true", help="run: where the bot's time goes")
    options = parser.parse_args()
    say(f"python benchmarks/load.py {' '.join(sys.argv[1:])}")
    for tables in options.tables:
        begun = time.perf_counter()
        if options.what == "simulate":
            warm_up = 180.0 if options.warm_up is None else options.warm_up
            case = Case(tables, options.think, options.pictures, warm_up=warm_up, seconds=options.seconds)
            say(simulated(simulate(case), time.perf_counter() - begun))
            continue
        profile = cProfile.Profile() if options.profile else None
        warm_up = 20.0 if options.warm_up is None else options.warm_up
        say(
            ran(
                run(
                    tables,
                    options.every,
                    options.seconds,
                    warm_up,
                    pictures=options.pictures,
                    profile=profile,
                )
            )
        )
        if profile is not None:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(70)


if __name__ == "__main__":
    main()
