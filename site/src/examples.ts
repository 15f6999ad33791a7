/** What the page can be tried with. */
import type { State } from "./state.js";

export interface Example extends State {
  name: string;
  /** What it shows. */
  about: string;
}

export const EXAMPLES: readonly Example[] = [
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
  {"at": 1764032400, "sensor": "hall", "celsius": 20.5, "battery": 87, "ok": true},
  {"at": 1764032460, "sensor": "door", "celsius": 18.25, "battery": null, "ok": true},
  {"at": 1764032520, "sensor": "hall", "celsius": 20.5, "battery": 87, "ok": true},
  {"at": 1764032580, "sensor": "roof", "celsius": -3.75, "battery": 12, "ok": false},
  {"at": 1764032640, "sensor": "door", "celsius": 18.0, "battery": null, "ok": true}
]`,
  },
  {
    name: "File",
    about:
      "Readings of three sensors, as a device appends them to a file: the type is in it, and the records are compressed with Zstandard.",
    schema: "",
    kind: "hex",
    text: [
      "896f73310d0a1a0aa30e55eebaedb19b7800000000000000baedb19b000000000000000082b04de50c94e89d",
      "517374727563742052656164696e677b61743a207536342c2073656e736f723a207374722c2063656c736975",
      "733a206633322c20626174746572793a206f7074696f6e287538292c206f6b3a20626f6f6c7d01086172726f",
      "773a61741354696d657374616d7028732c20225554432229896f73310d0a1a5af528330ca5c621f061000000",
      "0c000000baedb19b00000000000000008200000028b52ffd2082a50200940488e08b95c9060000003c3c3c78",
      "7878b4b4b48104000068616c6c646f6f72726f6f660000a44100009241000070c09041000080c00000a68e41",
      "000088c06d0b570c570b560b560bdf0e0300a01f30243d599e896f73310d0a1a45b2bac46a00000000000000",
      "0000000000baedb19b0c00000000000000",
    ].join("\n"),
  },
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
