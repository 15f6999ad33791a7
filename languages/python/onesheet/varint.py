"""Numbers of seven bits a byte (W16), and signed ones as unsigned (W17)."""


def varint(x: int) -> bytes:
    """W16."""
    out = bytearray()
    while x >= 128:
        out.append(x & 127 | 128)
        x >>= 7
    out.append(x)
    return bytes(out)


def zigzag(x: int) -> int:
    """W17."""
    return 2 * x if x >= 0 else -2 * x - 1


def unzigzag(x: int) -> int:
    return x >> 1 ^ -(x & 1)
