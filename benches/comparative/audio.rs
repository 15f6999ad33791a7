//! The state of a studio: audio devices, their 62 plug-ins, and 1,759 parameters of those.

use onesheet::list::Seq;

use crate::codec::{borrowing_codecs, codecs};
use crate::field::fields;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

const DEVICES: usize = 6;
const PLUGINS: usize = 62;
const PARAMETERS: usize = 1_759;

codecs! {
    pub struct Parameter {
        pub id: u32,
        pub name: String,
        pub unit: String,
        pub min: f32,
        pub max: f32,
        pub default: f32,
        pub value: f32,
        /// The number of steps of what is not continuous.
        pub steps: Option<u32>,
        pub automatable: bool,
    }

    pub struct Plugin {
        pub id: u64,
        pub name: String,
        pub vendor: String,
        pub version: u32,
        pub bypassed: bool,
        pub latency: u32,
        pub parameters: Vec<Parameter>,
    }

    pub struct Device {
        pub name: String,
        pub sample_rate: u32,
        pub buffer_size: u16,
        pub inputs: u8,
        pub outputs: u8,
        pub plugins: Vec<Plugin>,
    }

    pub struct Studio {
        pub devices: Vec<Device>,
    }
}

borrowing_codecs! {
    #[derive(bitcode::Decode)]
    pub struct ParameterView<'a> {
        pub id: u32,
        pub name: &'a str,
        pub unit: &'a str,
        pub min: f32,
        pub max: f32,
        pub default: f32,
        pub value: f32,
        pub steps: Option<u32>,
        pub automatable: bool,
    }

    #[derive(bitcode::Decode)]
    pub struct PluginView<'a> {
        pub id: u64,
        pub name: &'a str,
        pub vendor: &'a str,
        pub version: u32,
        pub bypassed: bool,
        pub latency: u32,
        #[serde(borrow)]
        pub parameters: Vec<ParameterView<'a>>,
    }

    #[derive(bitcode::Decode)]
    pub struct DeviceView<'a> {
        pub name: &'a str,
        pub sample_rate: u32,
        pub buffer_size: u16,
        pub inputs: u8,
        pub outputs: u8,
        #[serde(borrow)]
        pub plugins: Vec<PluginView<'a>>,
    }

    #[derive(bitcode::Decode)]
    pub struct StudioView<'a> {
        #[serde(borrow)]
        pub devices: Vec<DeviceView<'a>>,
    }
}

#[derive(onesheet::Deserialize)]
pub struct PluginSheet<'a> {
    pub id: u64,
    pub name: &'a str,
    pub vendor: &'a str,
    pub version: u32,
    pub bypassed: bool,
    pub latency: u32,
    pub parameters: Seq<'a, ParameterView<'a>>,
}

#[derive(onesheet::Deserialize)]
pub struct DeviceSheet<'a> {
    pub name: &'a str,
    pub sample_rate: u32,
    pub buffer_size: u16,
    pub inputs: u8,
    pub outputs: u8,
    pub plugins: Seq<'a, PluginSheet<'a>>,
}

#[derive(onesheet::Deserialize)]
pub struct StudioSheet<'a> {
    pub devices: Seq<'a, DeviceSheet<'a>>,
}

fields!(
    { id, name, unit, min, max, default, value, steps, automatable }
    for Parameter, ParameterView<'_>, ArchivedParameter
);
fields!(
    { id, name, vendor, version, bypassed, latency, parameters }
    for Plugin, PluginView<'_>, PluginSheet<'_>, ArchivedPlugin
);
fields!(
    { name, sample_rate, buffer_size, inputs, outputs, plugins }
    for Device, DeviceView<'_>, DeviceSheet<'_>, ArchivedDevice
);
fields!({ devices } for Studio, StudioView<'_>, StudioSheet<'_>, ArchivedStudio);

const PARTS: [&str; 16] = [
    "Attack",
    "Release",
    "Gain",
    "Drive",
    "Cutoff",
    "Resonance",
    "Mix",
    "Depth",
    "Rate",
    "Delay",
    "Feedback",
    "Threshold",
    "Ratio",
    "Knee",
    "Width",
    "Tone",
];
const PLACES: [&str; 8] = ["", " A", " B", " Low", " Mid", " High", " Left", " Right"];
const KINDS: [&str; 8] =
    ["Compressor", "Reverb", "Equalizer", "Delay", "Chorus", "Synth", "Limiter", "Gate"];
const VENDORS: [&str; 6] =
    ["Acme Audio", "Blue Tape", "Cedar & Sons", "Deltawave", "Eastfield", "Fjord Sound"];
/// Unit, least and greatest value, steps.
const UNITS: [(&str, f32, f32, Option<u32>); 7] = [
    ("dB", -60.0, 12.0, None),
    ("Hz", 20.0, 20_000.0, None),
    ("ms", 0.1, 5_000.0, None),
    ("%", 0.0, 100.0, None),
    (":1", 1.0, 20.0, None),
    ("", 0.0, 1.0, Some(2)),
    ("st", -24.0, 24.0, Some(49)),
];

fn parameter(random: &mut Random, id: u32) -> Parameter {
    let (unit, min, max, steps) = random.pick(&UNITS);
    Parameter {
        id,
        name: format!("{}{}", random.pick(&PARTS), random.pick(&PLACES)),
        unit: unit.into(),
        min,
        max,
        default: min,
        value: min + random.f32() * (max - min),
        steps,
        automatable: random.chance(0.9),
    }
}

fn plugin(random: &mut Random, parameters: usize) -> Plugin {
    let mut id = 0;
    Plugin {
        id: random.u64(),
        name: format!("{} {}", random.pick(&KINDS), random.below(100)),
        vendor: random.pick(&VENDORS).into(),
        version: random.below(10_000) as u32,
        bypassed: random.chance(0.1),
        latency: random.pick(&[0, 0, 0, 64, 512, 2_048]),
        parameters: random.list(parameters, |random| {
            id += 1;
            parameter(random, id)
        }),
    }
}

/// A device whose plug-ins have so many parameters each.
pub fn device(random: &mut Random, index: usize, parameters: &[usize]) -> Device {
    Device {
        name: format!("Interface {index}"),
        sample_rate: random.pick(&[44_100, 48_000, 96_000]),
        buffer_size: random.pick(&[64, 128, 256, 512]),
        inputs: random.below(19) as u8,
        outputs: random.below(19) as u8,
        plugins: parameters.iter().map(|&count| plugin(random, count)).collect(),
    }
}

/// `whole` in `parts` parts of about the same size.
fn part(whole: usize, parts: usize, index: usize) -> usize {
    whole * (index + 1) / parts - whole * index / parts
}

pub fn studio() -> Studio {
    let mut random = Random::new("tree/audio");
    let mut made = 0;
    let mut index = 0;
    let devices = random.list(DEVICES, |random| {
        let plugins = part(PLUGINS, DEVICES, index);
        index += 1;
        let parameters: Vec<_> =
            (made..made + plugins).map(|plugin| part(PARAMETERS, PLUGINS, plugin)).collect();
        made += plugins;
        device(random, index, &parameters)
    });
    let studio = Studio { devices };
    let plugins = || studio.devices.iter().flat_map(|device| &device.plugins);
    assert_eq!(plugins().count(), PLUGINS);
    assert_eq!(plugins().map(|plugin| plugin.parameters.len()).sum::<usize>(), PARAMETERS);
    studio
}

pub fn rows(bench: &mut Bench) {
    let name = "tree/audio";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let pool: &'static [Studio] = vec![studio()].leak();
    let mut row = Row::new(bench, name).compressed();
    contenders!(row, pool);
    views!(row, pool, StudioView, onesheet StudioSheet, bitcode StudioView, rkyv ArchivedStudio);
    row.run(bench);
}
