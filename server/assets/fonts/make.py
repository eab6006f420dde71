"""Makes the cuts of type that story cards are drawn with. README.md tells how to run it.

    python make.py FOLDER_OF_ARCHIVO_WOFF2 NOTO_SANS.ttf NOTO_SANS_HEBREW.ttf NOTO_SANS_ARABIC.ttf OUT
"""

import sys
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# As the cards name them: weight and width of the variable font.
CUTS = {
    "black": {"wght": 880, "wdth": 125},
    "heavy": {"wght": 800, "wdth": 118},
    "body": {"wght": 560, "wdth": 100},
}
# The variable font comes in parts, which share no letter but a few signs.
PARTS = ["latin", "latin-ext", "vietnamese"]

LATIN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x370),
    *range(0x1E00, 0x1F00),
    *range(0x2010, 0x2028),
    *range(0x2030, 0x205F),
    0x20AC,
    0x2122,
    0x2212,
]
# Letters of names that Noto Sans draws where Archivo lacks them.
MORE_LATIN = [*range(0x180, 0x2B0), *range(0x2BB, 0x2C0), *range(0x1E00, 0x1F00)]
SCRIPTS = {
    "noto-sans": [*range(0x300, 0x370), *range(0x370, 0x530), *range(0x1F00, 0x2000)],
    "noto-sans-hebrew": [0x20, 0x200F, *range(0x590, 0x600), *range(0xFB1D, 0xFB50)],
    "noto-sans-arabic": [0x20, 0x200C, 0x200D, 0x200F, *range(0x600, 0x700), *range(0x750, 0x780), *range(0x8A0, 0x900)],
}


def cut(font: TTFont, letters: list[int], name: str, out: Path) -> None:
    """Keeps some letters and what sets them, names the font after its file, and writes it."""
    options = subset.Options()
    options.layout_features = ["ccmp", "locl", "kern", "mark", "mkmk", "init", "medi", "fina", "isol", "rlig", "calt"]
    options.hinting = False
    options.notdef_outline = False
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.drop_tables += ["STAT", "MVAR", "DSIG", "meta", "gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    for record in font["name"].names:
        words = {1: f"Card {name}", 2: "Regular", 4: f"Card {name}", 6: f"Card-{name}"}.get(record.nameID)
        if words:
            record.string = words
    path = out / f"{name}.ttf"
    font.save(path)
    print(path.name, path.stat().st_size, "bytes", len(font.getBestCmap()), "letters")


def archivo(folder: Path, place: dict[str, float], scratch: Path) -> TTFont:
    """One static cut of the variable font, its parts put together."""
    files = []
    for part in PARTS:
        font = TTFont(folder / f"archivo-{part}-wdth-normal.woff2")
        static = instancer.instantiateVariableFont(font, place)
        static.flavor = None
        path = scratch / f"{part}.ttf"
        static.save(path)
        files.append(str(path))
    return Merger().merge(files)


def equal_figures(font: TTFont) -> None:
    """Figures of one width in the place of the others: who draws the cards asks for no features."""
    glyphs = set(font.getGlyphOrder())
    for table in font["cmap"].tables:
        for code, glyph in list(table.cmap.items()):
            if 0x30 <= code <= 0x39 and f"{glyph}.tf" in glyphs:
                table.cmap[code] = f"{glyph}.tf"


def main() -> None:
    folder, latin, hebrew, arabic, out = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as scratch:
        for name, place in CUTS.items():
            font = archivo(folder, place, Path(scratch))
            equal_figures(font)
            cut(font, LATIN, f"archivo-{name}", out)
    # Every cut has the same letters.
    drawn = font.getBestCmap()
    SCRIPTS["noto-sans"] += [letter for letter in MORE_LATIN if letter not in drawn]
    for name, file in zip(SCRIPTS, [latin, hebrew, arabic], strict=True):
        cut(TTFont(file), SCRIPTS[name], name, out)


main()
