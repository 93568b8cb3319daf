"""Builds the two fonts of bot/views/picture/fonts; docs/fonts.md says with which packages and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import pathops
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

Box = tuple[float, float, float, float]

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
TRADITIONAL = "貳叄陸"
LABELS = "跑胡子碰偎臭提跑吃绞坎将亮张墩庄闲息等番囤底醒招扫开舵听摸打河手局场豆桌守无漂泸"
LABELS_TRADITIONAL = (
    "鬍絞將亮張莊閒囤開聽場託賬帳過紅黑烏點對團龜歸壟龍豬貓鳥馬魚飛風雲國華東南西北門問間聞電腦"
    "連續數總這沒會來時長後從個們給輪誰勝負賠殘餘棄補參觀結還應當黨樂歡豐"
    "種僅別兩無進關雙滿贏輸價於與條樣經讓說請號難壓戲斷轉層現場記錄紀實際貼買賣離線錯試樣繼續變換隨確認懷彎瀘練習譜掃"
)
NAMES_TRADITIONAL = (
    "陳張黃吳劉楊許鄭謝賴蘇葉呂羅蔣蕭潘簡鍾遊詹顏馮盧趙韓鄧塗範龔湯嚴萬錢賀湖廣單倪駱閻關譚譚鄒諸葛歐陽"
    "偉麗強軍濤寶珍蓮蘭麟鳳愛惠瓊瑩鋒鐵銀鈴錦鑫鎮剛勵勝興榮賢傑義禮靜潔穎嫻嬌婭孫孿學實寧賓寬審齊慶應憶"
    "戰擇擊換據攝攜敵書晉曉業樹橋機權橫檢歲歷氣漢潤澤濱瀾灣熱營爺獅獨現環畢當療發盜監盤眾碩祿禪積穩穫"
    "筆節築簽糧紀純紙級細終組絕絲經維綠網緒線編緣縣縱縮織繼續聖聯聲肅膽臨興舊艦藝藥蘆虛號蟲蠶衛補裝裡複"
    "見規視親覺觀觸計訂訓記訪設訴詞試詩話該詳語誠說課調談請論諾講謀證識譯議護讀變讓貝財貨貴買費資賞質贏車轉"
    "輕載輝農達遠運適遲選遺邊鄉醫釋針鐘鏡長閃閉閒闊隊階際隨險雙雜難電霧靈韻響頂順預領頭題願類顧飲飯館騎驕驗驚體鬥鬧魯鮮鴻鵝鵬鷹麥黨齡龐"
)
SIGNS = "，。、：；！？（）《》「」『』【】—…·～→←↑↓＋−×＝±÷％“”‘’▶★☆○●"


class Sliced:
    """A font that a package ships as many WOFF2 slices, by character."""

    def __init__(self, slices: Iterable[Path]) -> None:
        self._of: dict[str, TTFont] = {}
        for path in sorted(slices):
            font = TTFont(path)
            self._of.update({chr(code): font for code in font.getBestCmap()})

    def __contains__(self, char: str) -> bool:
        return char in self._of

    @property
    def notdef(self) -> pathops.Path:
        """The outline that stands for a missing character."""
        font = next(iter(self._of.values()))
        return self._path(font, ".notdef")

    def width(self, char: str) -> int:
        """The advance width of a character."""
        font = self._of[char]
        return int(font["hmtx"][font.getBestCmap()[ord(char)]][0])

    def path(self, char: str) -> pathops.Path:
        """The outline of a character."""
        font = self._of[char]
        return self._path(font, font.getBestCmap()[ord(char)])

    @staticmethod
    def _path(font: TTFont, name: str) -> pathops.Path:
        path = pathops.Path()
        glyphs = font.getGlyphSet()
        glyphs[name].draw(path.getPen(glyphSet=glyphs))
        return path


def clip(path: pathops.Path, box: Box) -> pathops.Path:
    """The part of a shape inside a box (left, bottom, right, top)."""
    left, bottom, right, top = box
    frame = pathops.Path()
    pen = frame.getPen()
    pen.moveTo((left, bottom))
    for corner in ((right, bottom), (right, top), (left, top)):
        pen.lineTo(corner)
    pen.closePath()
    return pathops.op(path, frame, pathops.PathOp.INTERSECTION)


def keep(path: pathops.Path, box: Box) -> pathops.Path:
    """The contours that lie wholly inside a box."""
    left, bottom, right, top = box
    kept = pathops.Path()
    for contour in path.contours:
        x0, y0, x1, y1 = contour.bounds
        if left <= x0 and bottom <= y0 and x1 <= right and y1 <= top:
            contour.draw(kept.getPen())
    return kept


def fit(path: pathops.Path, box: Box) -> pathops.Path:
    """A shape stretched so that its bounds are a box."""
    x0, y0, x1, y1 = path.bounds
    left, bottom, right, top = box
    across, up = (right - left) / (x1 - x0), (top - bottom) / (y1 - y0)
    return path.transform(*Transform(across, 0, 0, up, left - x0 * across, bottom - y0 * up))


def join(*paths: pathops.Path) -> pathops.Path:
    """The union of shapes."""
    joined = pathops.Path()
    pathops.union([contour for path in paths for contour in path.contours], joined.getPen())
    return joined


def brush_traditional(brush: Sliced) -> dict[str, pathops.Path]:
    """貳 叄 陸 put together from strokes that Ma Shan Zheng has in other characters."""
    er, san, whole = brush.path("贰"), brush.path("叁"), (-200, -300, 1200, 1200)
    legs = keep(brush.path("六"), (-200, -300, 1200, 300))
    shell = join(fit(brush.path("目"), (150, 40, 420, 385)), fit(legs, (78, -88, 500, 70)))
    roof = keep(brush.path("会"), (-100, 200, 1200, 1200))
    heap = join(
        *(
            clip(brush.path("垒"), box)
            for box in ((0, 190, 280, 900), (280, 285, 470, 900), (470, 225, 900, 900))
        )
    )
    three = keep(san, (-100, -300, 1200, 320))
    hill = join(*(clip(brush.path("睦"), box) for box in ((378, -200, 1000, 470), (420, 470, 1000, 900))))
    return {
        "貳": join(
            keep(er, (-100, 300, 1200, 1200)),
            clip(er, (480, *whole[1:])),
            clip(er, (-200, 360, 1200, 1200)),
            shell,
        ),
        "叄": join(
            fit(heap, (215, 440, 800, 860)), fit(roof, (30, 160, 970, 500)), fit(three, (270, -105, 720, 230))
        ),
        "陸": join(keep(brush.path("陵"), (0, -300, 430, 1200)), fit(hill, (360, -80, 960, 800))),
    }


def build(
    target: Path, family: str, rights: str, glyphs: dict[str, tuple[pathops.Path, int]], notdef: pathops.Path
) -> None:
    """Writes a font with these outlines and widths (1000 units to the em), under a name of its own."""
    names = {char: f"uni{ord(char):04X}" for char in sorted(glyphs)}
    order = [".notdef", *names.values()]
    outlines, metrics = {".notdef": _glyph(notdef)}, {".notdef": (1000, 0)}
    for char, name in names.items():
        path, width = glyphs[char]
        outlines[name], metrics[name] = _glyph(path), (width, 0)
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({name: (metrics[name][0], _left(outlines[name])) for name in order})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable(
        {
            "copyright": rights,
            "familyName": family,
            "styleName": "Regular",
            "uniqueFontIdentifier": family,
            "fullName": family,
            "psName": family.replace(" ", ""),
            "version": "Version 1.000",
            "licenseDescription": "Licensed under the SIL Open Font License, Version 1.1.",
            "licenseInfoURL": "https://openfontlicense.org",
        }
    )
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=1000, usWinDescent=300)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 3_600_000_000
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    builder.save(target)


def _glyph(path: pathops.Path) -> object:
    pen = TTGlyphPen(None)
    path.draw(Cu2QuPen(pen, 1.0))
    return pen.glyph()


def _left(glyph: object) -> int:
    return int(getattr(glyph, "xMin", 0) or 0)


def common_characters() -> str:
    """The 3755 characters of the first level of GB 2312, as an alphabet for names."""
    pairs = (bytes([high, low]) for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF))
    return "".join(pair.decode("gb2312", "ignore") for pair in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("brush", type=Path, help="the unpacked package @fontsource/ma-shan-zheng")
    parser.add_argument("kai", type=Path, help="the unpacked package lxgw-wenkai-webfont")
    parser.add_argument("target", type=Path, help="the folder to write to")
    given = parser.parse_args()

    brush = Sliced(given.brush.glob("files/*.woff2"))
    faces = {char: (brush.path(char), brush.width(char)) for char in SMALL + BIG}
    faces |= {char: (path, 1000) for char, path in brush_traditional(brush).items()}
    rights = "Copyright 2018 The MaShanZheng Project Authors (https://github.com/googlefonts/mashanzheng)"
    build(given.target / "paohuzi-faces.woff2", "Paohuzi Faces", rights, faces, brush.notdef)

    kai = Sliced(given.kai.glob("files/lxgwwenkai-bold-*.woff2"))
    wanted = {chr(code) for code in range(32, 127)} | {chr(code) for code in range(0xC0, 0x100)}
    wanted |= set(common_characters() + SMALL + BIG + TRADITIONAL + SIGNS)
    wanted |= set(LABELS + LABELS_TRADITIONAL + NAMES_TRADITIONAL)
    letters = {char: (kai.path(char), kai.width(char)) for char in wanted if char in kai}
    soil, dragon = kai.path("土"), kai.path("龍")
    letters["壠"] = (join(fit(soil, (30, 20, 340, 760)), fit(dragon, (350, -80, 970, 840))), 1000)
    rights = (
        "Copyright 2021-2023 LXGW (https://github.com/lxgw/LxgwWenKai); "
        "Copyright 2020 The Klee Project Authors (https://github.com/fontworks-fonts/Klee)"
    )
    build(given.target / "paohuzi-text.woff2", "Paohuzi Text", rights, letters, kai.notdef)


if __name__ == "__main__":
    main()
