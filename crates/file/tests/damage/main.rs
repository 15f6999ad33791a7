//! Damaged files: no whole block is lost or altered, no byte goes unreported, and parts give what the
//! whole gives. `DAMAGES` is how many random ones there are; 2,000 by default.

mod damage;
mod every;
mod made;
mod parts;
mod random;
mod reading;

/// How many random damages are tried.
fn damages() -> u32 {
    std::env::var("DAMAGES").map_or(2_000, |damages| damages.parse().unwrap())
}
