//! 1,000 updates of a naval game, in the shape of `mk48` of the rust_serialization_benchmark.

use onesheet::list::Seq;

use crate::codec::{borrowing_codecs, codecs};
use crate::field::{Fields, fields, fields_of_enums};
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

codecs! {
    #[derive(Copy)]
    #[repr(u8)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum EntityType {
        ArleighBurke,
        Bismarck,
        Clemenceau,
        Fletcher,
        G5,
        Iowa,
        Kolkata,
        Osa,
        Yasen,
        Zubr,
    }

    #[derive(Copy)]
    pub struct Transform {
        pub altitude: i8,
        pub angle: u16,
        pub position: (f32, f32),
        pub velocity: i16,
    }

    #[derive(Copy)]
    pub struct Guidance {
        pub angle: u16,
        pub submerge: bool,
        pub velocity: i16,
    }

    pub struct Contact {
        pub damage: u8,
        pub entity_id: u32,
        pub entity_type: Option<EntityType>,
        pub guidance: Guidance,
        pub player_id: Option<u16>,
        pub reloads: Vec<bool>,
        pub transform: Transform,
        pub turret_angles: Vec<u16>,
    }

    pub struct TerrainUpdate {
        pub chunk_id: (i8, i8),
        #[serde(with = "serde_bytes")]
        pub data: Vec<u8>,
    }

    pub struct Update {
        pub contacts: Vec<Contact>,
        pub score: u32,
        pub world_radius: f32,
        pub terrain_updates: Vec<TerrainUpdate>,
    }

    pub struct Updates {
        pub updates: Vec<Update>,
    }
}

borrowing_codecs! {
    pub struct TerrainUpdateView<'a> {
        pub chunk_id: (i8, i8),
        #[serde(with = "serde_bytes")]
        pub data: &'a [u8],
    }

    pub struct UpdateView<'a> {
        pub contacts: Vec<Contact>,
        pub score: u32,
        pub world_radius: f32,
        #[serde(borrow)]
        pub terrain_updates: Vec<TerrainUpdateView<'a>>,
    }

    pub struct UpdatesView<'a> {
        #[serde(borrow)]
        pub updates: Vec<UpdateView<'a>>,
    }
}

#[derive(onesheet::Deserialize)]
pub struct ContactSheet<'a> {
    pub damage: u8,
    pub entity_id: u32,
    pub entity_type: Option<EntityType>,
    pub guidance: Guidance,
    pub player_id: Option<u16>,
    pub reloads: Seq<'a, bool>,
    pub transform: Transform,
    pub turret_angles: Seq<'a, u16>,
}

#[derive(onesheet::Deserialize)]
pub struct UpdateSheet<'a> {
    pub contacts: Seq<'a, ContactSheet<'a>>,
    pub score: u32,
    pub world_radius: f32,
    pub terrain_updates: Seq<'a, TerrainUpdateView<'a>>,
}

#[derive(onesheet::Deserialize)]
pub struct UpdatesSheet<'a> {
    pub updates: Seq<'a, UpdateSheet<'a>>,
}

fields_of_enums!(EntityType);
impl Fields for ArchivedEntityType {
    fn read(&self, sum: &mut u64) {
        let value = match self {
            Self::ArleighBurke => 0_u8,
            Self::Bismarck => 1,
            Self::Clemenceau => 2,
            Self::Fletcher => 3,
            Self::G5 => 4,
            Self::Iowa => 5,
            Self::Kolkata => 6,
            Self::Osa => 7,
            Self::Yasen => 8,
            Self::Zubr => 9,
        };
        value.read(sum);
    }
}
fields!({ altitude, angle, position, velocity } for Transform, ArchivedTransform);
fields!({ angle, submerge, velocity } for Guidance, ArchivedGuidance);
fields!(
    {
        damage, entity_id, entity_type, guidance, player_id, reloads, transform, turret_angles,
    }
    for Contact, ContactSheet<'_>, ArchivedContact
);
fields!({ chunk_id, data } for TerrainUpdate, TerrainUpdateView<'_>, ArchivedTerrainUpdate);
fields!(
    { contacts, score, world_radius, terrain_updates }
    for Update, UpdateView<'_>, UpdateSheet<'_>, ArchivedUpdate
);
fields!({ updates } for Updates, UpdatesView<'_>, UpdatesSheet<'_>, ArchivedUpdates);

struct Ship {
    entity_type: EntityType,
    /// How often it is met, in relation to the others.
    frequency: f64,
    turrets: usize,
    weapons: usize,
}

const fn ship(entity_type: EntityType, frequency: f64, turrets: usize, weapons: usize) -> Ship {
    Ship { entity_type, frequency, turrets, weapons }
}

const SHIPS: [Ship; 10] = [
    ship(EntityType::ArleighBurke, 2.14, 1, 20),
    ship(EntityType::Bismarck, 0.52, 4, 10),
    ship(EntityType::Clemenceau, 0.97, 4, 16),
    ship(EntityType::Fletcher, 1.46, 4, 18),
    ship(EntityType::G5, 13.16, 0, 2),
    ship(EntityType::Iowa, 1.55, 3, 28),
    ship(EntityType::Kolkata, 0.83, 1, 15),
    ship(EntityType::Osa, 7.25, 2, 6),
    ship(EntityType::Yasen, 4.06, 0, 14),
    ship(EntityType::Zubr, 12.92, 3, 11),
];

fn any_ship(random: &mut Random) -> &'static Ship {
    let all: f64 = SHIPS.iter().map(|ship| ship.frequency).sum();
    let mut at = random.f64() * all;
    SHIPS
        .iter()
        .find(|ship| {
            at -= ship.frequency;
            at < 0.0
        })
        .unwrap_or(&SHIPS[9])
}

/// Only the submarine dives, and mostly does.
fn submerged(random: &mut Random, ship: &Ship) -> bool {
    ship.entity_type == EntityType::Yasen && random.chance(0.9)
}

fn velocity(random: &mut Random) -> i16 {
    let velocity = match random.below(100) {
        0..80 => random.within(140..=899),
        80..90 => 0,
        _ => random.within(-225..=-36),
    };
    velocity as i16
}

fn transform(random: &mut Random, ship: &Ship) -> Transform {
    let altitude = if submerged(random, ship) { random.within(-120..=-36) } else { 0 };
    let coordinate = |random: &mut Random| (random.f32() - 0.5) * 1500.0;
    Transform {
        altitude: altitude as i8,
        angle: random.u16(),
        position: (coordinate(random), coordinate(random)),
        velocity: velocity(random),
    }
}

fn contact(random: &mut Random, players: u64) -> Contact {
    let ship = any_ship(random);
    let visible = random.chance(0.7);
    let loaded = random.f64();
    let aim = random.u16();
    Contact {
        damage: if visible && random.chance(0.6) { 0 } else { random.below(200) as u8 },
        entity_id: random.below(players * 20) as u32,
        entity_type: visible.then_some(ship.entity_type),
        guidance: Guidance {
            angle: random.u16(),
            submerge: submerged(random, ship),
            velocity: velocity(random),
        },
        player_id: visible.then(|| random.below(players) as u16),
        reloads: random
            .list(if visible { ship.weapons } else { 0 }, |random| random.chance(loaded)),
        transform: transform(random, ship),
        turret_angles: random.list(if visible { ship.turrets } else { 0 }, |random| {
            if random.chance(0.75) {
                aim.wrapping_add(random.within(-200..=199) as u16)
            } else {
                random.u16()
            }
        }),
    }
}

fn terrain_update(random: &mut Random, radius: i64) -> TerrainUpdate {
    let new = random.chance(0.02);
    let len = if new { random.count(900, 1100) } else { random.count(3, 9) };
    TerrainUpdate {
        chunk_id: (
            random.within(-radius..=radius - 1) as i8,
            random.within(-radius..=radius - 1) as i8,
        ),
        data: random.bytes(len),
    }
}

fn update(random: &mut Random) -> Update {
    let players = random.within(200..=399) as u64;
    let world_radius = (players as f32 * 15_000.0).sqrt() + random.f32() * 100.0 - 50.0;
    let terrain_radius = (world_radius / 1600.0).ceil() as i64;
    let contacts = random.count(20, 40);
    let terrain_updates = random.count(3, 10);
    Update {
        contacts: random.list(contacts, |random| contact(random, players)),
        score: (random.f32().powi(4) * 5000.0) as u32 + random.below(50) as u32,
        world_radius,
        terrain_updates: random
            .list(terrain_updates, |random| terrain_update(random, terrain_radius)),
    }
}

pub fn updates(len: usize) -> Updates {
    Updates { updates: Random::new("sets/mk48").list(len, update) }
}

pub fn rows(bench: &mut Bench) {
    let name = "sets/mk48";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let pool: &'static [Updates] = vec![updates(1_000)].leak();
    let mut row = Row::new(bench, name).compressed();
    contenders!(row, pool);
    views!(row, pool, UpdatesView, onesheet UpdatesSheet, bitcode Updates, rkyv ArchivedUpdates);
    row.run(bench);
}
