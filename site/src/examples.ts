/** What the page can be tried with. */
import type { State } from "./state.js";

export interface Example extends State {
  name: string;
  /** What it shows. */
  about: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "Firmware message",
    about: "What the board of examples/firmware answers: 16 samples at 4 bits each.",
    schema: `enum Answer{
  0 Telemetry{0: struct Telemetry{
    seq: u16,
    ts: u32,
    temp: i16,
    flags: u8,
    samples: array(i16, 16),
    name: str(max 16)
  }},
  1 Counters{0: struct Counters{frames: u32, lost: u32}}
}`,
    kind: "hex",
    text: "00 d4 01 a0 f8 0c 49 04 04 32 86 c9 de 8a 36 02 a4 04 64 6f 6f 72",
  },
  {
    name: "Table",
    about: "A list of structs, encoded from JSON: column by column.",
    schema: `seq(struct Reading{
  at: u64,
  sensor: str,
  celsius: f32,
  battery: option(u8),
  ok: bool
})`,
    kind: "json",
    text: `[
  {"at": 1764032400, "sensor": "hall", "celsius": 20.5, "battery": {"some": 87}, "ok": true},
  {"at": 1764032460, "sensor": "door", "celsius": 18.25, "battery": null, "ok": true},
  {"at": 1764032520, "sensor": "hall", "celsius": 20.5, "battery": {"some": 87}, "ok": true},
  {"at": 1764032580, "sensor": "roof", "celsius": -3.75, "battery": {"some": 12}, "ok": false},
  {"at": 1764032640, "sensor": "door", "celsius": 18.0, "battery": null, "ok": true}
]`,
  },
  {
    name: "Map",
    about: "Keys ascend, so that one value has one encoding.",
    schema: "map(str, u32)",
    kind: "hex",
    text: [
      "03 04 e3 07 61 67 65 63 6f 6e 74 65 6e 74 2d 6c 65 6e 67 74 68 6d 61 78 2d 61 67 65",
      "20 00 00 00 00 00 04 00 00 80 51 01 00",
    ].join("\n"),
  },
  {
    name: "Extensible change",
    about:
      "An old reader and new bytes: the fields battery and place, which came later, are skipped.",
    schema: "extensible struct Reading{sensor: str, values: seq(u16)}",
    kind: "hex",
    text: "12 04 64 6f 6f 72 03 82 e8 07 24 01 57 05 6e 6f 72 74 68",
  },
  {
    name: "File with a torn tail",
    about: "A file of records whose last block was cut off while it was written.",
    schema: "",
    kind: "hex",
    text: [
      "896f73310d0a1a0ac82f5066487aa54a4000000000000000487aa54a000000000000000012f1545eb7863d39",
      "367374727563742052656164696e677b61743a207533322c206d696c6c69766f6c74733a207531362c206365",
      "6c736975733a206931367d00",
      "896f73310d0a1a52fa25d9797bfdd0b00f00000003000000487aa54a000000000000000088e807003c7884cf",
      "19280082ac0302",
      "896f73310d0a1a5282a79b2b6add64920f00000003000000487aa54a0300000000000000889c09003c7884c6",
      "19",
    ].join("\n"),
  },
  {
    name: "Broken message",
    about: "A list that is not in its shortest form, and where it breaks which rule.",
    schema: "struct Sample{name: str, levels: seq(u16)}",
    kind: "hex",
    text: "04 64 6f 6f 72 03 10 e8 03 e9 03 ea 03",
  },
];
