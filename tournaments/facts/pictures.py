"""Logos: whatever was sent becomes our own pixels, or nothing (reliability.md 2.2, row 34).

Only PNG, JPEG, WebP and GIF are looked at, known by their first bytes and not by their name. Their size is read before
a single pixel is unpacked, so that a small file cannot become a large memory; a JPEG may come in few passes only, since
each pass costs the time of the whole picture. What is unpacked is made small, copied pixel by pixel into a picture of
our own and written as PNG: no text, no place where it was taken, no second file hidden behind the first survives that.
Of what moves the first frame counts. SVG is a program and not a picture, so it is none here.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass

from PIL import Image, ImageOps

from games.rules.refusals import Refused

MOST_BYTES = 1024 * 1024
MOST_PIXELS = 4_000_000
MOST_PASSES = 40  # of a progressive JPEG; cameras and programs use about ten
LARGEST = 256  # side of what is kept, in pixels

_MAGIC = ((b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF87a", "GIF"), (b"GIF89a", "GIF"))


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG of our own making."""

    png: bytes
    width: int
    height: int


def own_pixels(data: bytes) -> Picture:
    """The picture in `data`, at most 256 by 256, as a new PNG.

    Raises Refused `picture_too_heavy`, `picture_unknown`, `picture_too_large` or `picture_broken`.
    """
    if len(data) > MOST_BYTES:
        raise Refused("picture_too_heavy", kilobytes=MOST_BYTES // 1024)
    kind = _kind_of(data)
    if kind is None:
        raise Refused("picture_unknown")
    if kind == "JPEG" and data.count(b"\xff\xda") > MOST_PASSES:
        raise Refused("picture_broken")
    if kind == "WEBP":  # its decoder makes room for the whole picture as soon as it is opened
        _check_size(*_webp_size(data))
    try:
        with Image.open(io.BytesIO(data), formats=[kind]) as found:
            _check_size(*found.size)
            return _redrawn(found)
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refused("picture_too_large", megapixels=MOST_PIXELS // 1_000_000) from None
    # Decoders of foreign bytes fail in every way that there is, with errors of every kind; all of them mean one thing.
    except Exception:
        raise Refused("picture_broken") from None


def _kind_of(data: bytes) -> str | None:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), None)


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise Refused("picture_broken")
    if width * height > MOST_PIXELS:
        raise Refused("picture_too_large", megapixels=MOST_PIXELS // 1_000_000)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height as the first chunk of a WebP says them."""
    chunk, body = data[12:16], data[20:30]
    if len(body) < 10:
        raise Refused("picture_broken")
    if chunk == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if chunk == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    raise Refused("picture_broken")


def _redrawn(found: Image.Image) -> Picture:
    found.draft("RGB", (LARGEST, LARGEST))  # a JPEG is unpacked no larger than needed
    upright = ImageOps.exif_transpose(found)
    pixels = upright.convert("RGBA")
    pixels.thumbnail((LARGEST, LARGEST))
    own = Image.frombytes("RGBA", pixels.size, pixels.tobytes())
    out = io.BytesIO()
    own.save(out, "PNG", optimize=True)
    return Picture(out.getvalue(), own.width, own.height)
