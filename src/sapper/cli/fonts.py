"""The fonts that matplotlib's pictures are written in, and the language that these can show. Draws nothing."""

from __future__ import annotations

from sapper.i18n import Translator

CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Microsoft YaHei",
    "PingFang SC",
    "SimHei",
)


def readable(translator: Translator) -> Translator:
    """A translator into what the fonts at hand can show: English, where they lack the characters of the other."""
    return translator if translator.language != "zh" or _chinese() else Translator("en")


def fonts(translator: Translator) -> list[str]:
    """The names of the fonts to write in, the best first."""
    return [*(_chinese() if translator.language == "zh" else ()), "DejaVu Sans"]


def _chinese() -> list[str]:
    from matplotlib.font_manager import fontManager

    found = {font.name for font in fontManager.ttflist}
    return [name for name in CHINESE_FONTS if name in found]
