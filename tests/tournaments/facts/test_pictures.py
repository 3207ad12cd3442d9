"""A logo becomes our own pixels or nothing, and is never kept as it was sent (reliability.md 2.2, row 34)."""

import hashlib
import io
import struct
import zlib

import pytest
from PIL import Image, ImageFile, PngImagePlugin

from games.rules.refusals import Refused
from tests.refusals import refused_code
from tournaments.facts.pictures import LARGEST, MOST_BYTES, MOST_PIXELS, own_pixels

SECRET = b"<script>alert(1)</script>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def drawn(size=(60, 40), mode="RGB", colour="red"):
    return Image.new(mode, size, colour)


def written(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_that_says(width, height, data=b""):
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def jpeg_that_says(width, height):
    return written(drawn(), "JPEG").replace(struct.pack(">HH", 40, 60), struct.pack(">HH", height, width), 1)


def gif_that_says(width, height):
    data = written(drawn(mode="P", colour=1), "GIF")
    return data[:6] + struct.pack("<HH", width, height) + data[10:]


def webp_that_says(width, height):
    body = b"\x10\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 1000) + b"WEBPVP8X" + struct.pack("<I", 10) + body + b"VP8 " + b"\0" * 80


def endless_jpeg():
    """A progressive picture whose passes never end: each costs the time of the whole."""
    data = written(drawn((400, 400)), "JPEG", progressive=True)
    first = data.index(b"\xff\xda")
    following = data.index(b"\xff\xc4", first)
    return data[:following] + data[first:following] * 60 + data[following:]


def noise(size=(30, 20)):
    return Image.frombytes("RGB", size, hashlib.shake_128(b"noise").digest(size[0] * size[1] * 3))


def with_text():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", SECRET.decode())
    notes.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    return written(drawn(), "PNG", pnginfo=notes)


def with_exif(kind):
    exif = Image.Exif()
    exif[0x010E] = "taken at home " + SECRET.decode()
    exif[0x8825] = {1: "N", 2: (50.0, 4.0, 30.0)}
    return written(drawn(), kind, exif=exif)


def moving(kind):
    return written(drawn(), kind, save_all=True, append_images=[drawn(colour="blue"), drawn(colour="green")])


ACCEPTED = {
    "png": written(drawn(), "PNG"),
    "jpeg": written(drawn(), "JPEG"),
    "gif": written(drawn(mode="P", colour=1), "GIF"),
    "webp": written(drawn(), "WEBP"),
    "webp lossless": written(drawn(), "WEBP", lossless=True),
    "webp with alpha": written(drawn(mode="RGBA", colour=(1, 2, 3, 4)), "WEBP"),
    "grey": written(drawn(mode="L", colour=1), "PNG"),
    "one bit": written(drawn(mode="1", colour=1), "PNG"),
    "sixteen bits": written(drawn(mode="I;16", colour=1), "PNG"),
    "print colours": written(drawn(mode="CMYK", colour=(1, 2, 3, 4)), "JPEG"),
    "progressive": written(noise((600, 400)), "JPEG", progressive=True),
    "moving gif": moving("GIF"),
    "moving webp": moving("WEBP"),
    "moving png": moving("PNG"),
    "png with a page behind it": written(drawn(), "PNG") + SVG,
    "jpeg with a page behind it": written(drawn(), "JPEG") + SVG,
    "gif with a page behind it": written(drawn(mode="P", colour=1), "GIF") + SVG,
    "jpeg with a zip behind it": written(drawn(), "JPEG") + b"PK\x03\x04" + SECRET,
    "png with text": with_text(),
    "jpeg with a place": with_exif("JPEG"),
    "webp with a place": with_exif("WEBP"),
    "png with a place": with_exif("PNG"),
    "jpeg with a comment": written(drawn(), "JPEG", comment=SECRET),
    "gif with a comment": written(drawn(mode="P", colour=1), "GIF", comment=SECRET),
    "png with a profile": written(drawn(), "PNG", icc_profile=SECRET * 9),
    "one pixel": written(drawn((1, 1)), "PNG"),
    "a line": written(drawn((3000, 1)), "PNG"),
    "as large as may be": written(drawn((2000, 2000)), "PNG"),
    "noise": written(noise((250, 250)), "PNG"),
}

REFUSED = {
    "nothing": (b"", "picture_unknown"),
    "zeros": (bytes(1000), "picture_unknown"),
    "text": (b"hello", "picture_unknown"),
    "svg": (SVG, "picture_unknown"),
    "svg without a head": (b"<svg onload='alert(1)'/>", "picture_unknown"),
    "packed svg": (b"\x1f\x8b" + SVG, "picture_unknown"),
    "svg behind blanks": (b" \n" + SVG, "picture_unknown"),
    "html": (b"<!doctype html>" + SECRET, "picture_unknown"),
    "pdf": (b"%PDF-1.7\n" + SECRET, "picture_unknown"),
    "postscript": (b"%!PS-Adobe-3.0 EPSF-3.0\n", "picture_unknown"),
    "bmp": (written(drawn(), "BMP"), "picture_unknown"),
    "tiff": (written(drawn(), "TIFF"), "picture_unknown"),
    "ico": (written(drawn((16, 16)), "ICO"), "picture_unknown"),
    "ppm": (written(drawn(), "PPM"), "picture_unknown"),
    "program": (b"MZ" + bytes(500), "picture_unknown"),
    "script": (b"#!/bin/sh\nrm -rf /\n", "picture_unknown"),
    "zip": (b"PK\x03\x04" + bytes(100), "picture_unknown"),
    "wave": (b"RIFF\x24\0\0\0WAVEfmt " + bytes(30), "picture_unknown"),
    "page that begins like a gif": (b"GIF89a=1;" + SECRET, "picture_broken"),
    "page that begins like a png": (b"\x89PNG\r\n\x1a\n" + SVG, "picture_broken"),
    "page that begins like a jpeg": (b"\xff\xd8\xff\xe0" + SVG, "picture_broken"),
    "page that begins like a webp": (b"RIFF\0\0\0\0WEBP" + SVG, "picture_broken"),
    "head of a png": (ACCEPTED["png"][:30], "picture_broken"),
    "half a png": (ACCEPTED["noise"][:50_000], "picture_broken"),
    "half a jpeg": (ACCEPTED["progressive"][: len(ACCEPTED["progressive"]) // 2], "picture_broken"),
    "half a gif": (ACCEPTED["gif"][:30], "picture_broken"),
    "half a webp": (ACCEPTED["webp"][:40], "picture_broken"),
    "head of a webp": (b"RIFF\0\0\0\0WEBPVP8X", "picture_broken"),
    "png bomb": (png_that_says(50_000, 50_000), "picture_too_large"),
    "png of four thousand million lines": (png_that_says(1, 2**31 - 1), "picture_too_large"),
    "png without width": (png_that_says(0, 10), "picture_broken"),
    "png whose pixels are missing": (png_that_says(1900, 1900), "picture_broken"),
    "png just too large": (written(drawn((2001, 2000)), "PNG"), "picture_too_large"),
    "jpeg bomb": (jpeg_that_says(65_000, 65_000), "picture_too_large"),
    "endless jpeg": (endless_jpeg(), "picture_broken"),
    "gif bomb": (gif_that_says(65_000, 65_000), "picture_too_large"),
    "webp bomb": (webp_that_says(16_000, 16_000), "picture_too_large"),
    "webp without a picture": (webp_that_says(60, 40), "picture_broken"),
    "too heavy": (ACCEPTED["png"] + bytes(MOST_BYTES), "picture_too_heavy"),
    "heavy nothing": (bytes(3 * MOST_BYTES), "picture_too_heavy"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_picture_becomes_our_own_pixels_and_nothing_else_of_it_remains(name):
    sent = ACCEPTED[name]
    picture = own_pixels(sent)
    assert picture.png != sent
    assert SECRET not in picture.png
    assert b"svg" not in picture.png
    with Image.open(io.BytesIO(picture.png)) as kept:
        kept.load()
        assert (kept.format, kept.mode, kept.size) == ("PNG", "RGBA", (picture.width, picture.height))
        assert max(kept.size) <= LARGEST
        assert getattr(kept, "n_frames", 1) == 1
        assert kept.info == {}
        assert not kept.getexif()
    chunks = {picture.png[at - 4 : at] for at in range(12, len(picture.png)) if picture.png[at - 4 : at].isalpha()}
    assert not chunks & {b"tEXt", b"iTXt", b"zTXt", b"eXIf", b"iCCP", b"acTL"}


@pytest.fixture
def unpacked(monkeypatch):
    """Pixels of each picture that is unpacked. A WebP is as soon as it is opened: see the last test."""
    pixels = []
    load = ImageFile.ImageFile.load

    def counted(self):
        pixels.append(self.width * self.height)
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", counted)
    return pixels


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_is_refused_before_more_is_unpacked_than_a_picture_may_have(name, unpacked):
    data, code = REFUSED[name]
    assert refused_code(own_pixels, data) == code
    if code == "picture_broken" and name != "endless jpeg":
        assert sum(unpacked) <= MOST_PIXELS
    else:
        assert unpacked == []


def test_the_test_before_sees_what_is_unpacked(unpacked):
    for name in ("png", "jpeg", "gif", "webp"):
        unpacked.clear()
        own_pixels(ACCEPTED[name])
        assert max(unpacked) == 60 * 40, name


@pytest.mark.parametrize("name", ["png", "jpeg", "gif", "webp", "moving gif", "jpeg with a place", "noise"])
def test_a_picture_with_bytes_changed_by_chance_is_refused_or_redrawn(name):
    sent = ACCEPTED[name]
    for turn in range(40):
        chance = hashlib.shake_128(f"{name} {turn}".encode()).digest(80)
        data = bytearray(sent)
        for at in range(0, 4 * (1 + chance[0] % 20), 4):
            data[int.from_bytes(chance[at : at + 3]) % len(data)] = chance[at + 3]
        try:
            made = own_pixels(bytes(data)).png
        except Refused as refused:
            made, code = b"", refused.code
            assert code.startswith("picture_"), code
        assert made[:4] in (b"", b"\x89PNG")


def test_a_picture_stands_upright_and_the_first_frame_counts():
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned
    assert (own_pixels(written(drawn((60, 40)), "JPEG", exif=exif)).width) == 40
    with Image.open(io.BytesIO(own_pixels(ACCEPTED["moving png"]).png)) as kept:
        assert kept.getpixel((5, 5)) == (255, 0, 0, 255)


@pytest.mark.parametrize("name", ["webp bomb", "endless jpeg", "too heavy", "svg"])
def test_what_would_cost_much_is_refused_before_a_decoder_sees_it(name, monkeypatch):
    """The decoder of WebP makes room for the whole picture on opening it."""
    monkeypatch.setattr(Image, "open", lambda *_args, **_kwargs: pytest.fail("It was opened."))
    data, code = REFUSED[name]
    assert refused_code(own_pixels, data) == code
