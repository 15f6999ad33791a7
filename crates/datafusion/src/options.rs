//! What a table may be told.

use std::collections::HashMap;
use std::fmt;
use std::io::Empty;
use std::str::FromStr;
use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use onesheet::Limits;
use onesheet_dynamic::Type;
use onesheet_file::Reader;

use crate::problem::Problem;

/// Whom problems are told, by several threads at once.
pub type OnProblem = Arc<dyn Fn(&Problem<'_>) + Send + Sync>;

/// What a table may be told; the README has the table of these.
#[derive(Clone)]
pub struct Options {
    /// The type as which records are read. By default the one of the files that reads those of all
    /// (F14); if there is none, that is an error. Given, sections that it does not read, or only by other
    /// names or data types, are a problem.
    pub read_as: Option<Type>,
    /// Whether the first problem is an error of the query. By default it goes over all that is whole.
    pub strict: bool,
    /// Bytes of the body of a block, above which it is too long (F11); 64 MiB by default.
    pub max_body: usize,
    /// What reading a block may claim (W33): 256 MiB by default.
    pub limits: Limits,
    /// Is told each problem that is passed over, a few times if several queries run. By default each is
    /// a line of the log, as a warning.
    pub on_problem: Option<OnProblem>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            read_as: None,
            strict: false,
            max_body: Reader::<Empty>::MAX_BODY,
            limits: Limits::default(),
            on_problem: None,
        }
    }
}

impl Options {
    /// The same with those that a statement gives by their names.
    pub(crate) fn with(mut self, given: &HashMap<String, String>) -> Result<Self> {
        for (name, value) in given {
            // DataFusion puts this in front.
            let name = name.strip_prefix("format.").unwrap_or(name);
            match name {
                "strict" => self.strict = parse(name, value)?,
                "max_body" => self.max_body = parse(name, value)?,
                "max_alloc" => self.limits.max_alloc = parse(name, value)?,
                "read_as" => self.read_as = Some(parse(name, value)?),
                other => {
                    let names = "strict, max_body, max_alloc, read_as";
                    let why = format!("no option is called {other}; there are {names}");
                    return Err(DataFusionError::Configuration(why));
                }
            }
        }
        Ok(self)
    }
}

fn parse<T: FromStr<Err: fmt::Display>>(name: &str, value: &str) -> Result<T> {
    let wrong = |error| DataFusionError::Configuration(format!("{name}: {value}: {error}"));
    value.parse().map_err(wrong)
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { read_as, strict, max_body, limits, on_problem: _ } = self;
        let mut options = f.debug_struct("Options");
        options.field("read_as", &read_as.as_ref().map(ToString::to_string));
        options.field("strict", strict).field("max_body", max_body).field("limits", limits);
        options.finish_non_exhaustive()
    }
}
