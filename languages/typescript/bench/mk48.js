/** 1,000 updates of a naval game, in the shape of the row sets/mk48 of ../../../benches. */
import {
  bool,
  bytes,
  enumeration,
  f32,
  i16,
  i8,
  option,
  seq,
  struct,
  tuple,
  u16,
  u32,
  u8,
  variant,
} from "onesheet";
import { Random } from "./random.js";

const SHIPS = [
  ["ArleighBurke", 1, 20],
  ["Bismarck", 4, 10],
  ["Clemenceau", 4, 16],
  ["Fletcher", 1, 16],
  ["G5", 0, 2],
  ["Iowa", 3, 28],
  ["Kolkata", 1, 15],
  ["Osa", 2, 6],
  ["Yasen", 0, 14],
  ["Zubr", 3, 11],
];

const u16Of = (random) => random.below(65536);
const coordinate = (random) => Math.fround((random.fraction() - 0.5) * 1500);
const velocity = (random) => (random.chance(0.1) ? 0 : random.within(-225, 899));

function contact(random, players) {
  const [entity_type, turrets, weapons] = random.one(SHIPS);
  const visible = random.chance(0.7);
  const loaded = random.fraction();
  return {
    damage: visible && random.chance(0.6) ? 0 : random.below(200),
    entity_id: random.below(players * 20),
    entity_type: visible ? entity_type : null,
    guidance: { angle: u16Of(random), submerge: random.chance(0.05), velocity: velocity(random) },
    player_id: visible ? random.below(players) : null,
    reloads: random.list(visible ? weapons : 0, (random) => random.chance(loaded)),
    transform: {
      altitude: random.chance(0.05) ? random.within(-120, -36) : 0,
      angle: u16Of(random),
      position: [coordinate(random), coordinate(random)],
      velocity: velocity(random),
    },
    turret_angles: Uint16Array.from(random.list(visible ? turrets : 0, u16Of)),
  };
}

function update(random) {
  const players = random.within(200, 399);
  return {
    contacts: random.list(random.within(20, 39), (random) => contact(random, players)),
    score: Math.floor(random.fraction() ** 4 * 5000) + random.below(50),
    world_radius: Math.fround(Math.sqrt(players * 15_000) + random.fraction() * 100 - 50),
    terrain_updates: random.list(random.within(3, 9), (random) => ({
      chunk_id: [random.within(-2, 1), random.within(-2, 1)],
      data: Uint8Array.from(
        random.list(random.chance(0.02) ? 1000 : random.within(3, 8), (random) =>
          random.below(256),
        ),
      ),
    })),
  };
}

export const name = "mk48";
export const value = { updates: new Random().list(1_000, update) };

const variants = Object.fromEntries(SHIPS.map(([name], tag) => [tag, variant(name)]));
const EntityType = enumeration("EntityType", variants);
const Transform = struct(
  "Transform",
  { altitude: i8, angle: u16, position: tuple(f32, f32), velocity: i16 },
  (altitude, angle, position, velocity) => ({ altitude, angle, position, velocity }),
);
const Guidance = struct(
  "Guidance",
  { angle: u16, submerge: bool, velocity: i16 },
  (angle, submerge, velocity) => ({ angle, submerge, velocity }),
);
const Contact = struct(
  "Contact",
  {
    damage: u8,
    entity_id: u32,
    entity_type: option(EntityType),
    guidance: Guidance,
    player_id: option(u16),
    reloads: seq(bool),
    transform: Transform,
    turret_angles: seq(u16),
  },
  (damage, entity_id, entity_type, guidance, player_id, reloads, transform, turret_angles) => ({
    damage,
    entity_id,
    entity_type,
    guidance,
    player_id,
    reloads,
    transform,
    turret_angles,
  }),
);
const TerrainUpdate = struct(
  "TerrainUpdate",
  { chunk_id: tuple(i8, i8), data: bytes },
  (chunk_id, data) => ({ chunk_id, data }),
);
const Update = struct(
  "Update",
  { contacts: seq(Contact), score: u32, world_radius: f32, terrain_updates: seq(TerrainUpdate) },
  (contacts, score, world_radius, terrain_updates) => ({
    contacts,
    score,
    world_radius,
    terrain_updates,
  }),
);
export const type = struct("Updates", { updates: seq(Update) }, (updates) => ({ updates }));

export const proto = `
  syntax = "proto3";
  enum EntityType { NONE = 0; ${SHIPS.map(([name], i) => `${name} = ${i + 1};`).join(" ")} }
  message Guidance { uint32 angle = 1; bool submerge = 2; sint32 velocity = 3; }
  message Transform { sint32 altitude = 1; uint32 angle = 2; repeated float position = 3; sint32 velocity = 4; }
  message Contact {
    uint32 damage = 1; uint32 entity_id = 2; optional EntityType entity_type = 3; Guidance guidance = 4;
    optional uint32 player_id = 5; repeated bool reloads = 6; Transform transform = 7;
    repeated uint32 turret_angles = 8;
  }
  message TerrainUpdate { repeated sint32 chunk_id = 1; bytes data = 2; }
  message Update {
    repeated Contact contacts = 1; uint32 score = 2; float world_radius = 3;
    repeated TerrainUpdate terrain_updates = 4;
  }
  message Root { repeated Update updates = 1; }
`;

/** A sum over one field of all contacts. */
export const sumOfView = (view) =>
  view.fields.updates.items.fields.contacts.items.fields.damage.values.reduce((a, b) => a + b, 0);
export const sumOfValue = (value) =>
  value.updates.reduce(
    (sum, { contacts }) => contacts.reduce((sum, { damage }) => sum + damage, sum),
    0,
  );
