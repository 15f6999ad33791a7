//! Reads the flash of the logger of `examples/firmware`, whose power is cut 1,000 times at random, as a
//! file: after each cut every reading is there which the logger was told is, and none is another.
//!
//! ```text
//! flash MACHINE FIRMWARE    starts qemu-system-arm: lm3s6965evb or microbit, and its ELF file
//! ```
//!
//! A further argument is the seed, from 1 to 255. `examples/firmware/run.sh` builds all and runs it.

use std::error::Error;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use onesheet::file::Section;
use onesheet::frame::{Crc32c, Receiver};
use onesheet::{Limits, Serialize};
use onesheet_file::{Slice, What};

#[path = "../../../examples/firmware/emulator.rs"]
mod emulator;
#[path = "../../../examples/firmware/src/reading.rs"]
mod reading;

use reading::{BLOCK, BLOCK_LEN, PAGE, Reading, Report, SCHEMA_BLOCK, SECTION};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const CUTS: u32 = 1000;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("flash: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (machine, firmware, seed) = match &args[..] {
        [machine, firmware] => (machine, firmware, 1),
        [machine, firmware, seed] => (machine, firmware, seed.parse()?),
        _ => return Err("usage: flash MACHINE FIRMWARE [SEED]".into()),
    };
    is_the_schema_block()?;
    let (mut line, _emulator) = emulator::emulate(machine, firmware)?;
    line.set_read_timeout(Some(Duration::from_secs(20)))?;
    line.write_all(&[seed])?;

    let mut receiver = Receiver::<_, Crc32c>::with_crc([0; Report::MAX_LEN]);
    let mut flash = Vec::new();
    let (mut cuts, mut torn, mut torn_here, mut files, mut most) = (0, 0, 0, 1, 0);
    let mut chunk = [0; 4096];
    while cuts < CUTS {
        let len =
            line.read(&mut chunk).map_err(|error| format!("nothing from the board: {error}"))?;
        if len == 0 {
            return Err("the line was closed".into());
        }
        let mut bytes = &chunk[..len];
        while let Some(report) = receiver.decode::<Report>(&mut bytes) {
            match report.map_err(|dropped| format!("from the board: {dropped}"))? {
                Report::Erased => {
                    flash.clear();
                    torn_here = 0;
                    files += 1;
                }
                Report::Page { number, bytes } => {
                    let at = usize::from(number) * PAGE;
                    flash.resize(flash.len().max(at + PAGE), 0xff);
                    flash[at..at + PAGE].copy_from_slice(*bytes);
                }
                Report::Cut { acknowledged } => {
                    cuts += 1;
                    let found = check(&flash, acknowledged)?;
                    torn += found - torn_here;
                    torn_here = found;
                    most = most.max(acknowledged);
                }
            }
        }
    }
    println!("{cuts} cuts, {torn} torn blocks, {files} files, up to {most} readings in one");
    if torn == 0 || most < BLOCK as u32 {
        return Err("nothing was torn, or next to nothing written".into());
    }
    Ok(())
}

/// Checks that the constants of the firmware are what its type says.
fn is_the_schema_block() -> Result<()> {
    let mut block = [0; BLOCK_LEN];
    let (fingerprint, schema) = (Reading::SCHEMA.fingerprint(), Reading::SCHEMA.to_string());
    let (section, len) = Section::begin(fingerprint, &schema, &[], &mut block)?;
    match block[..len] == SCHEMA_BLOCK && section == SECTION {
        true => Ok(()),
        false => Err(format!("SCHEMA_BLOCK is that of another type than {schema}").into()),
    }
}

/// Checks that all acknowledged readings are in the flash, and nothing else but those of blocks that were
/// whole when the power was cut; returns how many torn blocks lie between.
fn check(flash: &[u8], acknowledged: u32) -> Result<u32> {
    let mut next = 0;
    let mut torn = 0;
    for event in Slice::new(flash).events() {
        match event.what {
            What::Records(block) => {
                let readings = block.decode::<Reading>(&Limits::default())?;
                let start = readings.first().map_or(next, |reading| reading.at);
                if start > next
                    || !readings.iter().zip(start..).all(|(r, at)| *r == Reading::of(at))
                {
                    return Err(
                        format!("at byte {}: not the readings from {next} on", event.at).into()
                    );
                }
                // A block that was not acknowledged is written again.
                next = next.max(start + readings.len() as u32);
            }
            What::Skipped { .. } => torn += 1,
            What::Section(_) => {}
            other => return Err(format!("at byte {}: {other:?}", event.at).into()),
        }
    }
    match next >= acknowledged && next - acknowledged <= BLOCK as u32 {
        true => Ok(torn),
        false => Err(format!("{next} readings in the flash, {acknowledged} acknowledged").into()),
    }
}
