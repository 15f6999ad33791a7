//! Says which board the target means, and puts its memory map where the linker script of
//! cortex-m-rt finds it.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-check-cfg=cfg(armv6m)");
    let armv6m = target.starts_with("thumbv6m");
    if armv6m {
        println!("cargo:rustc-cfg=armv6m");
    }
    // The nRF51 of the micro:bit has 16 KiB; the boards for Cortex-M3 and M4 have 64 KiB.
    let ram = if armv6m { "16K" } else { "64K" };
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let map = format!(
        "MEMORY {{\n  FLASH : ORIGIN = 0x00000000, LENGTH = 256K\n  RAM : ORIGIN = 0x20000000, LENGTH = {ram}\n}}\n"
    );
    fs::write(out.join("memory.x"), map)?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}
