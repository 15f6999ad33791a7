"""Values of Rust's serde in onesheet messages: spec/SERDE.md, read plainly.

    decode({"map": ["str", "u8"]}, bytes.fromhex("0201620202616101")) == [["b", "2"], ["aa", "1"]]

Types and values have the JSON form of tests/vectors/README.md; {"enum": [T, ...]} lists the contents of the variants by index, and a
value of it is [index, value]. For a newtype struct, write its content; for a struct, {"tuple": [...]}.
"""

BITS = {"16": 16, "32": 32, "64": 64, "size": 64}
FIXED = {"u8": 1, "i8": 1, "u128": 16, "i128": 16, "f32": 4, "f64": 8}


class DecodeError(ValueError):
    """What is wrong, and at which byte."""

    def __init__(self, what, at):
        super().__init__(f"{what} at byte {at}")
        self.at = at


class Reader:
    def __init__(self, data, max_values, max_depth):
        self.data, self.at = data, 0
        self.values_left, self.depth_left = max_values, max_depth

    def fail(self, what):
        raise DecodeError(what, self.at)

    def take(self, size):
        if size > len(self.data) - self.at:
            self.fail("the input ends early")
        self.at += size
        return self.data[self.at - size : self.at]

    def varint(self, bits):
        x = shift = 0
        while True:
            byte = self.take(1)[0]
            x |= (byte & 0x7F) << shift
            if x >> bits:
                self.fail("a number is too large for its type")
            if byte < 0x80:
                if byte == 0 and shift:
                    self.fail("a varint is not in its shortest form")
                return x
            shift += 7

    def boolean(self):
        byte = self.take(1)[0]
        return bool(byte) if byte < 2 else self.fail("a bool is neither 0 nor 1")

    def text(self):
        data = self.take(self.varint(64))
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            self.fail("a string is not UTF-8")

    def char(self):
        x = self.varint(32)
        if x > 0x10FFFF or 0xD800 <= x < 0xE000:
            self.fail("a char is not a Unicode scalar value")
        return chr(x)

    def count(self):
        """S12: what is above the bytes left takes none."""
        count = self.varint(64)
        if count - (len(self.data) - self.at) > self.values_left:
            self.fail("more values than the limit allows")
        return count

    def scalar(self, t):
        """S1 and S2."""
        if t == "unit":
            return None
        if t == "bool":
            return self.boolean()
        if t == "char":
            return self.char()
        if t == "str":
            return self.text()
        if t == "bytes":
            return self.take(self.varint(64)).hex()
        if t in FIXED:
            x = int.from_bytes(self.take(FIXED[t]), "little", signed=t[0] == "i")
            return f"0x{x:0{2 * FIXED[t]}x}" if t[0] == "f" else str(x)
        x = self.varint(BITS[t[1:]])
        return str(x if t[0] == "u" else x >> 1 ^ -(x & 1))

    def value(self, t):
        self.values_left -= 1
        if self.values_left < 0:
            self.fail("more values than the limit allows")
        if isinstance(t, str):
            return self.scalar(t)
        self.depth_left -= 1
        if self.depth_left < 0:
            self.fail("values are nested deeper than the limit allows")
        ((kind, of),) = t.items()
        value = getattr(self, "read_" + kind)(of)
        self.depth_left += 1
        return value

    def read_option(self, of):
        return {"some": self.value(of)} if self.boolean() else None

    def read_tuple(self, fields):
        return [self.value(t) for t in fields]

    def read_seq(self, of):
        return [self.value(of) for _ in range(self.count())]

    def read_map(self, of):
        entries, last = [], None
        for _ in range(self.count()):
            start = self.at
            key = self.value(of[0])
            if last is not None and last >= self.data[start : self.at]:
                self.fail("keys do not strictly ascend")
            last = self.data[start : self.at]
            entries.append([key, self.value(of[1])])
        return entries

    def read_enum(self, variants):
        index = self.varint(32)
        if index >= len(variants):
            self.fail("the enum has no such variant")
        return [index, self.value(variants[index])]


def decode(t, data, max_values=1 << 20, max_depth=128):
    """The value, or a DecodeError."""
    reader = Reader(data, max_values, max_depth)
    value = reader.value(t)
    if reader.at < len(data):
        reader.fail("bytes follow the value")
    return value
