//! What the compiler says of a mistake, and that it says what to write instead.
//!
//! In the workspace this is left out: the feature serde-1, which other members turn on, changes the messages.
#![cfg(not(feature = "serde-1"))]

/// The compiler whose words the `.stderr` files hold; others word their own part differently.
const COMPILER: &str = "1.95";

#[test]
fn mistakes_are_explained() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    if !version.starts_with(&format!("rustc {COMPILER}.")) {
        println!("not compared: this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
