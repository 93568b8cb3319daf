"""The tables of rules section 11 as text; tests read them, the engine does not."""

from functools import cache
from typing import NamedTuple

FIRST = """
          qq-basic  qq-half  qq-full    hunan  changde-half  changde-full  suibian
hong      2         2        2+(n-10)   2      2             2+(n-10)      2+(n-10)
dian      3         3        5          3      3             5             5
hong_wu   4         4        -          4      4             -             -
wu        5         5        6          5      5             6             6
dui_dui   -         4        6          4      -             6             6
together  -         10       12         10     -             12            12
da        -         -        6+(n-18)   -      -             6+(n-18)      6+(n-18)
xiao      -         -        8+(n-16)   -      -             8+(n-16)      8+(n-18)
tian      -         -        -          -      -             8             8
di        -         -        -          -      -             6             6
hai_di    -         2*       2*         -      -             -             -
R39       yes       yes      yes        no     no            no            no
"""

SECOND = """
               changde-daliuba  changde-xiaoliuba  huaihua    changsha
hong           3+(n-10)         2+(n-10)           2+(n-10)   2+(n-10)
hong_wu        -                -                  5          -
dian           6                4                  3          4
wu             8                6                  5          5
dui_dui        8                6                  4          5
da             8+(n-18)         6+(n-18)           4+(n-18)   5+(n-18)
xiao           10+(n-16)        8+(n-16)           4+(n-16)   5+(n-18)
tian           6                4                  4          5
di             6                4                  3          5
hai_di         6                4                  2          -
ting           6                4                  -          -
shua_hou       8                6                  -          -
tuan           8                8                  -          -
hang_hang_xi   8                8                  -          -
jia_hang_hang  4                4                  -          -
si_qi_hong     2                2                  -          -
bei_kao_bei    8                8                  -          -
R48            yes              yes                no         no
"""

LUZHOU = """
                 luzhou-deng  luzhou-hongwu  luzhou-kaikai
hong             -            1              1
wu               -            3              3
tian             1            1              1
di               1            1              1
qia              -            -              1
shui_shang_piao  -            -              1
hai_di           -            -              1
kun              -            -              1
gui              -            -              1
zi_mo            -            -              1
"""
"""L8: what a 名堂 adds to 1."""

LUZHOU_HUXI = """
peng      1   6   3   9
kan       6   9   9  12
zhao      9  12  12  15
long     12  15  15  18
run123    3   -   6   -
run2710   -   6   -   9
"""
"""Small black, small red, big black, big red."""

NOT_CODES = {"together", "R39", "R48"}
_AT = {"hong": 10, "hong_wu": 13}


class Entry(NamedTuple):
    """A cell: the value, the count from which it holds, whether it grows from there, whether it counts alone."""

    value: int
    at: int
    grows: bool
    alone: bool


@cache
def rows(table: str) -> dict[str, dict[str, str]]:
    """Row → rule set → cell."""
    names, *lines = [line.split() for line in table.strip().splitlines()]
    return {line[0]: dict(zip(names, line[1:], strict=True)) for line in lines}


def entry(code: str, text: str) -> Entry:
    """A cell that is not "-"."""
    value, _, growth = text.partition("+")
    at = int(growth[3:-1]) if growth else _AT.get(code, 0)
    return Entry(int(value.rstrip("*")), at, bool(growth), "*" not in text)


@cache
def entries(name: str) -> dict[str, Entry]:
    """The 名堂 of a rule set."""
    found = {}
    for table in (FIRST, SECOND, LUZHOU):
        for code, row in rows(table).items():
            if code not in NOT_CODES and row.get(name, "-") != "-":
                found[code] = entry(code, row[name])
    return found


HUNAN_SETS = (*rows(FIRST)["hong"], *rows(SECOND)["hong"])
LUZHOU_SETS = tuple(rows(LUZHOU)["tian"])
GUILIN_SETS = ("guilin", "bayi")
ALL = (*HUNAN_SETS, *LUZHOU_SETS, *GUILIN_SETS)
