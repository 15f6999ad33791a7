//! The saved state of 500 players, in the shape of `minecraft_savedata` of the rust_serialization_benchmark.

use onesheet::list::Seq;

use crate::codec::{borrowing_codecs, codecs};
use crate::field::{fields, fields_of_enums};
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

codecs! {
    #[derive(Copy)]
    #[repr(u8)]
    #[wincode(tag_encoding = "u8")]
    #[speedy(tag_type = u8)]
    pub enum GameType {
        Survival,
        Creative,
        Adventure,
        Spectator,
    }

    pub struct Item {
        pub count: i8,
        pub slot: u8,
        pub id: String,
    }

    #[derive(Copy)]
    pub struct Abilities {
        pub walk_speed: f32,
        pub fly_speed: f32,
        pub may_fly: bool,
        pub flying: bool,
        pub invulnerable: bool,
        pub may_build: bool,
        pub instabuild: bool,
    }

    pub struct Entity {
        pub id: String,
        pub pos: (f64, f64, f64),
        pub motion: (f64, f64, f64),
        pub rotation: (f32, f32),
        pub fall_distance: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub portal_cooldown: i32,
        pub uuid: [u32; 4],
        pub custom_name: Option<String>,
        pub custom_name_visible: bool,
        pub silent: bool,
        pub glowing: bool,
    }

    pub struct RecipeBook {
        pub recipes: Vec<String>,
        pub to_be_displayed: Vec<String>,
        pub is_filtering_craftable: bool,
        pub is_gui_open: bool,
        pub is_furnace_filtering_craftable: bool,
        pub is_furnace_gui_open: bool,
        pub is_blasting_furnace_filtering_craftable: bool,
        pub is_blasting_furnace_gui_open: bool,
        pub is_smoker_filtering_craftable: bool,
        pub is_smoker_gui_open: bool,
    }

    pub struct Player {
        pub game_type: GameType,
        pub previous_game_type: GameType,
        pub score: i64,
        pub dimension: String,
        pub selected_item_slot: u32,
        pub selected_item: Item,
        pub spawn_dimension: Option<String>,
        pub spawn_x: i64,
        pub spawn_y: i64,
        pub spawn_z: i64,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion_level: f32,
        pub food_saturation_level: f32,
        pub food_tick_timer: u32,
        pub xp_level: u32,
        pub xp_p: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        pub inventory: Vec<Item>,
        pub ender_items: Vec<Item>,
        pub abilities: Abilities,
        pub entered_nether_position: Option<(f64, f64, f64)>,
        pub root_vehicle: Option<([u32; 4], Entity)>,
        pub shoulder_entity_left: Option<Entity>,
        pub shoulder_entity_right: Option<Entity>,
        pub seen_credits: bool,
        pub recipe_book: RecipeBook,
    }

    pub struct Players {
        pub players: Vec<Player>,
    }
}

borrowing_codecs! {
    #[derive(bitcode::Decode)]
    pub struct ItemView<'a> {
        pub count: i8,
        pub slot: u8,
        pub id: &'a str,
    }

    #[derive(bitcode::Decode)]
    pub struct EntityView<'a> {
        pub id: &'a str,
        pub pos: (f64, f64, f64),
        pub motion: (f64, f64, f64),
        pub rotation: (f32, f32),
        pub fall_distance: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub portal_cooldown: i32,
        pub uuid: [u32; 4],
        #[serde(borrow)]
        pub custom_name: Option<&'a str>,
        pub custom_name_visible: bool,
        pub silent: bool,
        pub glowing: bool,
    }

    #[derive(bitcode::Decode)]
    pub struct RecipeBookView<'a> {
        #[serde(borrow)]
        pub recipes: Vec<&'a str>,
        #[serde(borrow)]
        pub to_be_displayed: Vec<&'a str>,
        pub is_filtering_craftable: bool,
        pub is_gui_open: bool,
        pub is_furnace_filtering_craftable: bool,
        pub is_furnace_gui_open: bool,
        pub is_blasting_furnace_filtering_craftable: bool,
        pub is_blasting_furnace_gui_open: bool,
        pub is_smoker_filtering_craftable: bool,
        pub is_smoker_gui_open: bool,
    }

    #[derive(bitcode::Decode)]
    pub struct PlayerView<'a> {
        pub game_type: GameType,
        pub previous_game_type: GameType,
        pub score: i64,
        pub dimension: &'a str,
        pub selected_item_slot: u32,
        #[serde(borrow)]
        pub selected_item: ItemView<'a>,
        #[serde(borrow)]
        pub spawn_dimension: Option<&'a str>,
        pub spawn_x: i64,
        pub spawn_y: i64,
        pub spawn_z: i64,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion_level: f32,
        pub food_saturation_level: f32,
        pub food_tick_timer: u32,
        pub xp_level: u32,
        pub xp_p: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        #[serde(borrow)]
        pub inventory: Vec<ItemView<'a>>,
        #[serde(borrow)]
        pub ender_items: Vec<ItemView<'a>>,
        pub abilities: Abilities,
        pub entered_nether_position: Option<(f64, f64, f64)>,
        #[serde(borrow)]
        pub root_vehicle: Option<([u32; 4], EntityView<'a>)>,
        #[serde(borrow)]
        pub shoulder_entity_left: Option<EntityView<'a>>,
        #[serde(borrow)]
        pub shoulder_entity_right: Option<EntityView<'a>>,
        pub seen_credits: bool,
        #[serde(borrow)]
        pub recipe_book: RecipeBookView<'a>,
    }

    #[derive(bitcode::Decode)]
    pub struct PlayersView<'a> {
        #[serde(borrow)]
        pub players: Vec<PlayerView<'a>>,
    }
}

#[derive(onesheet::Deserialize)]
pub struct RecipeBookSheet<'a> {
    pub recipes: Seq<'a, &'a str>,
    pub to_be_displayed: Seq<'a, &'a str>,
    pub is_filtering_craftable: bool,
    pub is_gui_open: bool,
    pub is_furnace_filtering_craftable: bool,
    pub is_furnace_gui_open: bool,
    pub is_blasting_furnace_filtering_craftable: bool,
    pub is_blasting_furnace_gui_open: bool,
    pub is_smoker_filtering_craftable: bool,
    pub is_smoker_gui_open: bool,
}

#[derive(onesheet::Deserialize)]
pub struct PlayerSheet<'a> {
    pub game_type: GameType,
    pub previous_game_type: GameType,
    pub score: i64,
    pub dimension: &'a str,
    pub selected_item_slot: u32,
    pub selected_item: ItemView<'a>,
    pub spawn_dimension: Option<&'a str>,
    pub spawn_x: i64,
    pub spawn_y: i64,
    pub spawn_z: i64,
    pub spawn_forced: Option<bool>,
    pub sleep_timer: u16,
    pub food_exhaustion_level: f32,
    pub food_saturation_level: f32,
    pub food_tick_timer: u32,
    pub xp_level: u32,
    pub xp_p: f32,
    pub xp_total: i32,
    pub xp_seed: i32,
    pub inventory: Seq<'a, ItemView<'a>>,
    pub ender_items: Seq<'a, ItemView<'a>>,
    pub abilities: Abilities,
    pub entered_nether_position: Option<(f64, f64, f64)>,
    pub root_vehicle: Option<([u32; 4], EntityView<'a>)>,
    pub shoulder_entity_left: Option<EntityView<'a>>,
    pub shoulder_entity_right: Option<EntityView<'a>>,
    pub seen_credits: bool,
    pub recipe_book: RecipeBookSheet<'a>,
}

#[derive(onesheet::Deserialize)]
pub struct PlayersSheet<'a> {
    pub players: Seq<'a, PlayerSheet<'a>>,
}

fields_of_enums!(GameType);
impl crate::field::Fields for ArchivedGameType {
    fn read(&self, sum: &mut u64) {
        let value = match self {
            Self::Survival => 0_u8,
            Self::Creative => 1,
            Self::Adventure => 2,
            Self::Spectator => 3,
        };
        value.read(sum);
    }
}
fields!({ count, slot, id } for Item, ItemView<'_>, ArchivedItem);
fields!(
    { walk_speed, fly_speed, may_fly, flying, invulnerable, may_build, instabuild }
    for Abilities, ArchivedAbilities
);
fields!(
    {
        id, pos, motion, rotation, fall_distance, fire, air, on_ground, no_gravity, invulnerable,
        portal_cooldown, uuid, custom_name, custom_name_visible, silent, glowing,
    }
    for Entity, EntityView<'_>, ArchivedEntity
);
fields!(
    {
        recipes, to_be_displayed, is_filtering_craftable, is_gui_open,
        is_furnace_filtering_craftable, is_furnace_gui_open,
        is_blasting_furnace_filtering_craftable, is_blasting_furnace_gui_open,
        is_smoker_filtering_craftable, is_smoker_gui_open,
    }
    for RecipeBook, RecipeBookView<'_>, RecipeBookSheet<'_>, ArchivedRecipeBook
);
fields!(
    {
        game_type, previous_game_type, score, dimension, selected_item_slot, selected_item,
        spawn_dimension, spawn_x, spawn_y, spawn_z, spawn_forced, sleep_timer,
        food_exhaustion_level, food_saturation_level, food_tick_timer, xp_level, xp_p, xp_total,
        xp_seed, inventory, ender_items, abilities, entered_nether_position, root_vehicle,
        shoulder_entity_left, shoulder_entity_right, seen_credits, recipe_book,
    }
    for Player, PlayerView<'_>, PlayerSheet<'_>, ArchivedPlayer
);
fields!({ players } for Players, PlayersView<'_>, PlayersSheet<'_>, ArchivedPlayers);

const GAME_TYPES: [GameType; 4] =
    [GameType::Survival, GameType::Creative, GameType::Adventure, GameType::Spectator];
const DIMENSIONS: [&str; 3] = ["overworld", "nether", "end"];
const ITEMS: [&str; 8] =
    ["dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak"];
const ENTITIES: [&str; 8] =
    ["cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee"];
const NAMES: [&str; 8] =
    ["rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard"];
const RECIPES: [&str; 8] =
    ["pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt"];

fn coin(random: &mut Random) -> bool {
    random.chance(0.5)
}

fn vector(random: &mut Random) -> (f64, f64, f64) {
    (random.f64(), random.f64(), random.f64())
}

fn uuid(random: &mut Random) -> [u32; 4] {
    std::array::from_fn(|_| random.u32())
}

/// Fewer than `most` values.
fn some<T>(random: &mut Random, most: usize, value: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let len = random.count(0, most);
    random.list(len, value)
}

fn item(random: &mut Random) -> Item {
    Item { count: random.u8() as i8, slot: random.u8(), id: random.pick(&ITEMS).into() }
}

fn entity(random: &mut Random) -> Entity {
    Entity {
        id: random.pick(&ENTITIES).into(),
        pos: vector(random),
        motion: vector(random),
        rotation: (random.f32(), random.f32()),
        fall_distance: random.f32(),
        fire: random.u16(),
        air: random.u16(),
        on_ground: coin(random),
        no_gravity: coin(random),
        invulnerable: coin(random),
        portal_cooldown: random.u32() as i32,
        uuid: uuid(random),
        custom_name: random.option(|random| random.pick(&NAMES).into()),
        custom_name_visible: coin(random),
        silent: coin(random),
        glowing: coin(random),
    }
}

fn recipe_book(random: &mut Random) -> RecipeBook {
    RecipeBook {
        recipes: some(random, 30, |random| random.pick(&RECIPES).into()),
        to_be_displayed: some(random, 10, |random| random.pick(&RECIPES).into()),
        is_filtering_craftable: coin(random),
        is_gui_open: coin(random),
        is_furnace_filtering_craftable: coin(random),
        is_furnace_gui_open: coin(random),
        is_blasting_furnace_filtering_craftable: coin(random),
        is_blasting_furnace_gui_open: coin(random),
        is_smoker_filtering_craftable: coin(random),
        is_smoker_gui_open: coin(random),
    }
}

fn player(random: &mut Random) -> Player {
    Player {
        game_type: random.pick(&GAME_TYPES),
        previous_game_type: random.pick(&GAME_TYPES),
        score: random.u64() as i64,
        dimension: random.pick(&DIMENSIONS).into(),
        selected_item_slot: random.u32(),
        selected_item: item(random),
        spawn_dimension: random.option(|random| random.pick(&DIMENSIONS).into()),
        spawn_x: random.u64() as i64,
        spawn_y: random.u64() as i64,
        spawn_z: random.u64() as i64,
        spawn_forced: random.option(coin),
        sleep_timer: random.u16(),
        food_exhaustion_level: random.f32(),
        food_saturation_level: random.f32(),
        food_tick_timer: random.u32(),
        xp_level: random.u32(),
        xp_p: random.f32(),
        xp_total: random.u32() as i32,
        xp_seed: random.u32() as i32,
        inventory: some(random, 40, item),
        ender_items: some(random, 27, item),
        abilities: Abilities {
            walk_speed: random.f32(),
            fly_speed: random.f32(),
            may_fly: coin(random),
            flying: coin(random),
            invulnerable: coin(random),
            may_build: coin(random),
            instabuild: coin(random),
        },
        entered_nether_position: random.option(vector),
        root_vehicle: random.option(|random| (uuid(random), entity(random))),
        shoulder_entity_left: random.option(entity),
        shoulder_entity_right: random.option(entity),
        seen_credits: coin(random),
        recipe_book: recipe_book(random),
    }
}

pub fn players(len: usize) -> Players {
    Players { players: Random::new("sets/minecraft_savedata").list(len, player) }
}

pub fn rows(bench: &mut Bench) {
    let name = "sets/minecraft_savedata";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let pool: &'static [Players] = vec![players(500)].leak();
    let mut row = Row::new(bench, name).compressed();
    contenders!(row, pool);
    views!(row, pool, PlayersView, onesheet PlayersSheet, bitcode PlayersView, rkyv ArchivedPlayers);
    row.run(bench);
}
