"""The chart of the main rows: a dot for each codec, by how many times the least of the row it is. One SVG for light and dark pages."""

import math
from html import escape

WIDTH, LEFT, RIGHT = 880, 268, 86
ROW, HEAD, TOP, BOTTOM = 24, 30, 62, 34
# Marks that would hide each other go to other lanes of the row.
LANES, NEAR = (0, -6.5, 6.5), 9
# Color on light, on dark, and the path of the mark around (0, 0).
MARKS = (
    ("#c2410c", "#ff9f5a", "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0Z"),
    ("#1d6fb8", "#6cb6ff", "M-4 -4H4V4H-4Z"),
    ("#6b4fbb", "#b9a3ff", "M0 -5.4L5 4H-5Z"),
    ("#0f766e", "#45d0bd", "M0 -5.6L5.6 0L0 5.6L-5.6 0Z"),
    ("#a1286a", "#ff8ac5", "M0 5.4L5 -4H-5Z"),
    ("#6b7280", "#a8b0bc", "M-5 -2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z"),
)


def style():
    light = "".join(f".m{i}{{fill:{mark[0]}}}" for i, mark in enumerate(MARKS))
    dark = "".join(f".m{i}{{fill:{mark[1]}}}" for i, mark in enumerate(MARKS))
    return (
        "text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1f2328}"
        ".h{font-weight:600}.q{fill:#59636e}.l{stroke:#d1d9e0}" + light + "@media(prefers-color-scheme:dark){"
        "text{fill:#e6edf3}.q{fill:#9198a1}.l{stroke:#3d444d}" + dark + "}"
    )


def chart(codecs, groups, caption):
    """`groups` are titles and rows; a row is a title, the values of the codecs (or None), and how the first codec's is shown."""
    multiples = [
        value / min(each for each in values if each is not None)
        for _, rows in groups
        for _, values, _ in rows
        for value in values
        if value is not None
    ]
    octaves = max(1, math.ceil(math.log2(max(multiples, default=2))))
    height = TOP + sum(HEAD + ROW * len(rows) for _, rows in groups) + BOTTOM

    def across(multiple):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log2(multiple) / octaves

    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
    yield f"<title>{escape(caption)}</title>"
    yield f"<style>{style()}</style>"
    step = (WIDTH - 40) / len(codecs)
    for i, codec in enumerate(codecs):
        x = 24 + i * step
        yield f'<path class="m{i}" transform="translate({x:.1f} 16)" d="{MARKS[i][2]}"/>'
        weight = 'class="h" ' if i == 0 else ""
        yield f'<text {weight}x="{x + 12:.1f}" y="20">{escape(codec)}</text>'
    yield f'<text class="q" x="{LEFT}" y="44">as a multiple of the least of each row: further left is better</text>'
    yield f'<text class="q" x="{WIDTH - 10}" y="44" text-anchor="end">{escape(codecs[0])}</text>'
    for octave in range(octaves + 1):
        x = across(2**octave)
        yield f'<path class="l" d="M{x:.1f} {TOP - 8}V{height - BOTTOM + 2}"/>'
        yield f'<text class="q" x="{x:.1f}" y="{height - BOTTOM + 18}" text-anchor="middle">{2**octave} ×</text>'
    y = TOP
    for title, rows in groups:
        yield f'<text class="h" x="10" y="{y + 18}">{escape(title)}</text>'
        y += HEAD
        for name, values, shown in rows:
            middle = y + ROW / 2
            yield f'<text x="22" y="{middle + 4}">{escape(name)}</text>'
            least = min(each for each in values if each is not None)
            ends = [across(each / least) for each in values if each is not None]
            yield f'<path class="l" d="M{min(ends):.1f} {middle}H{max(ends):.1f}"/>'
            places = []
            for i in sorted(range(len(values)), key=lambda i: (i > 0, values[i] or 0)):
                if values[i] is not None:
                    x = across(values[i] / least)
                    free = (lane for lane in LANES if all(lane != other or abs(x - at) > NEAR for at, other in places))
                    lane = next(free, LANES[0])
                    places.append((x, lane))
                    yield f'<path class="m{i}" transform="translate({x:.1f} {middle + lane})" d="{MARKS[i][2]}"/>'
            yield f'<text class="q" x="{WIDTH - 10}" y="{middle + 4}" text-anchor="end">{escape(shown)}</text>'
            y += ROW
    yield "</svg>"
