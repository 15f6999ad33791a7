//! The command line.

use std::path::PathBuf;

pub const USAGE: &str = "\
Usage: cargo run -p onesheet-declarations -- [--types N] [--seed N] [--only N] [--no-alloc] [--out DIR] [-- CARGO OPTIONS]

  --types N   how many declarations (60)
  --seed N    other declarations for each seed (1)
  --only N    only number N of them
  --no-alloc  types that need no memory, with onesheet as it is without the feature alloc
  --out DIR   where the crate is written (declarations in the target folder)

What follows the second -- goes to `cargo run` in the crate: --release, --target, --features";

#[derive(Debug, PartialEq)]
pub struct Args {
    pub types: u64,
    pub seed: u64,
    pub only: Option<u64>,
    pub no_alloc: bool,
    pub out: Option<PathBuf>,
    pub cargo: Vec<String>,
}

impl Args {
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut found =
            Args { types: 60, seed: 1, only: None, no_alloc: false, out: None, cargo: Vec::new() };
        while let Some(arg) = args.next() {
            if arg == "--" {
                found.cargo = args.collect();
                break;
            }
            if arg == "--no-alloc" {
                found.no_alloc = true;
                continue;
            }
            if !["--types", "--seed", "--only", "--out"].contains(&arg.as_str()) {
                return Err(format!("no option is called `{arg}`; --help lists them"));
            }
            let value = args.next().ok_or_else(|| format!("{arg} takes a value"))?;
            let number =
                || value.parse().map_err(|_| format!("{arg} takes a number, not `{value}`"));
            match arg.as_str() {
                "--types" => found.types = number()?,
                "--seed" => found.seed = number()?,
                "--only" => found.only = Some(number()?),
                _ => found.out = Some(value.into()),
            }
        }
        if found.types == 0 && found.only.is_none() {
            return Err("--types takes a number from 1".to_owned());
        }
        Ok(found)
    }

    /// The options that write a declaration again, with its number.
    pub fn again(&self) -> String {
        format!("{}--seed {} --only", if self.no_alloc { "--no-alloc " } else { "" }, self.seed)
    }

    /// The numbers of the declarations.
    pub fn numbers(&self) -> std::ops::Range<u64> {
        match self.only {
            Some(only) => only..only.saturating_add(1),
            None => 0..self.types,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    fn parse(line: &str) -> Result<Args, String> {
        Args::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn what_is_asked_for() {
        let args = parse("--seed 7 --only 3 -- --release").unwrap();
        assert_eq!(
            (args.seed, args.numbers(), args.cargo),
            (7, 3..4, vec!["--release".to_owned()])
        );
        let args = parse("--no-alloc --types 5").unwrap();
        assert_eq!((args.no_alloc, args.numbers()), (true, 0..5));
    }

    #[test]
    fn what_is_wrong_is_one_line() {
        for line in ["--bogus", "7", "--seed", "--types x", "--types -1", "--types 0"] {
            let error = parse(line).unwrap_err();
            assert_eq!(error.lines().count(), 1, "{line}: {error}");
        }
    }
}
