//! Fifty files of telemetry as a table: some are torn, one has a section of a newer type.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use datafusion::physical_plan::displayable;
use datafusion::prelude::{SessionConfig, SessionContext};
use onesheet::Serialize;
use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_file::Writer;

#[derive(Serialize)]
#[onesheet(extensible)]
struct Sample {
    at: u64,
    device: String,
    event: Event,
    /// Missing while the device had no position.
    position: Option<Position>,
    /// In volts.
    channels: Vec<f32>,
}

/// The same since the devices have a battery.
#[derive(Serialize)]
#[onesheet(extensible)]
struct SampleV2 {
    at: u64,
    device: String,
    event: Event,
    position: Option<Position>,
    channels: Vec<f32>,
    #[onesheet(default)]
    battery: Option<u8>,
}

#[derive(Serialize)]
enum Event {
    Tick,
    Alarm { code: u16, text: String },
    Restart { uptime: u32 },
}

#[derive(Serialize)]
struct Position {
    latitude: f64,
    longitude: f64,
}

/// Samples of a file, and of a block.
const SAMPLES: u64 = 10_000;
const BLOCK: u64 = 1000;

fn event(n: u64) -> Event {
    match n % 100 {
        7 => Event::Alarm { code: (n / 100 % 5) as u16, text: format!("over {} volts", n % 7) },
        42 => Event::Restart { uptime: n as u32 },
        _ => Event::Tick,
    }
}

fn sample(device: u64, n: u64) -> Sample {
    let position = Position { latitude: 48.0 + n as f64 / 1e5, longitude: 11.5 };
    Sample {
        at: 1_700_000_000_000 + n * 250,
        device: format!("device-{device:02}"),
        event: event(n),
        position: (!n.is_multiple_of(3)).then_some(position),
        channels: (0..n % 4).map(|channel| channel as f32 + device as f32 / 8.0).collect(),
    }
}

fn with_battery(device: u64, n: u64) -> SampleV2 {
    let Sample { at, device, event, position, channels } = sample(device, n);
    SampleV2 { at, device, event, position, channels, battery: Some((n % 100) as u8) }
}

fn write(folder: &Path, device: u64) -> Result<(), Box<dyn Error>> {
    let path = folder.join(format!("device-{device:02}.onesheet"));
    let options = onesheet_file::Options {
        about: [("arrow:at".to_owned(), "Timestamp(ms)".to_owned())].into(),
        ..Default::default()
    };
    let mut writer = Writer::create(&path, options.clone())?;
    for start in (0..SAMPLES).step_by(BLOCK as usize) {
        let block: Vec<Sample> = (start..start + BLOCK).map(|n| sample(device, n)).collect();
        writer.write_block(&block)?;
    }
    writer.finish()?;
    if device == 31 {
        let (mut writer, _) = Writer::append(&path, options)?;
        let block: Vec<SampleV2> =
            (SAMPLES..SAMPLES + BLOCK).map(|n| with_battery(device, n)).collect();
        writer.write_block(&block)?;
        writer.finish()?;
    }
    // The power failed while the last block was written.
    if device % 10 == 3 {
        let file = fs::OpenOptions::new().write(true).open(&path)?;
        file.set_len(file.metadata()?.len() - 500 * device)?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    (0..50).try_for_each(|device| write(folder.path(), device))?;

    let problems = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&problems);
    let options = Options {
        on_problem: Some(Arc::new(move |problem| list.lock().unwrap().push(problem.to_string()))),
        ..Default::default()
    };
    let table = OnesheetTable::open(folder.path(), options)?;
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(8));
    context.register_table("telemetry", Arc::new(table))?;

    let queries = [
        "select count(*) as samples, count(battery) as with_battery, min(at), max(at) from telemetry",
        "select device, count(*) as alarms from telemetry where event['tag'] = 'Alarm'
            group by device order by alarms, device limit 3",
        "select event['Alarm']['code'] as code, count(*) as alarms, max(position['latitude']) as north,
            avg(channels[1]) as volts
            from telemetry where event['Alarm'] is not null group by code order by code",
    ];
    for query in queries {
        println!("{query}");
        let query = context.sql(query).await?;
        let plan = query.clone().create_physical_plan().await?;
        println!("{}", displayable(plan.as_ref()).indent(false));
        problems.lock().unwrap().clear();
        query.show().await?;
    }
    println!("skipped:");
    let mut problems = problems.lock().unwrap();
    problems.sort();
    problems.iter().for_each(|problem| println!("{problem}"));
    Ok(())
}
