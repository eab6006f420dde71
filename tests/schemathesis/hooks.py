"""Bodies that Schemathesis cannot make by itself: pictures, whole ones and broken ones."""

import struct
import zlib

import schemathesis
from hypothesis import strategies as st


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int) -> bytes:
    """A black picture."""
    rows = (b"\0" + b"\0" * 3 * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


WHOLE = st.builds(png, st.integers(1, 64), st.integers(1, 64))
BROKEN = st.builds(lambda picture, length: picture[:length], WHOLE, st.integers(0, 40))

schemathesis.openapi.media_type(
    "image/png", WHOLE | BROKEN | st.binary(max_size=200), aliases=["image/jpeg", "image/webp"]
)
