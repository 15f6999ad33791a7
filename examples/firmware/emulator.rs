//! The boards of this folder, emulated by QEMU. The hosts compile this file.

use std::error::Error;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the emulator of a board, its serial port connected to us.
pub fn emulate(machine: &str, firmware: &str) -> Result<(TcpStream, Emulator), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::fs::metadata(firmware).map_err(|error| format!("{firmware}: {error}"))?;
    let mut emulator = Emulator(
        Command::new("qemu-system-arm")
            .args(["-M", machine, "-kernel", firmware, "-display", "none", "-monitor", "none"])
            .args(["-serial", &format!("tcp:{address},nodelay=on")])
            .stdin(Stdio::null())
            .spawn()
            .map_err(|error| format!("qemu-system-arm: {error}"))?,
    );
    listener.set_nonblocking(true)?;
    let start = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok((stream, emulator));
            }
            Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error.into()),
            Err(_) => {}
        }
        if let Some(status) = emulator.0.try_wait()? {
            return Err(format!("qemu-system-arm -M {machine}: {status}").into());
        }
        if start.elapsed() > Duration::from_secs(20) {
            return Err("qemu-system-arm does not open its serial port".into());
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// The emulator, which ends when this is dropped.
pub struct Emulator(Child);

impl Drop for Emulator {
    fn drop(&mut self) {
        // It has no other way to end; one that has ended by itself is fine too.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
