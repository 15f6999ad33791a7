//! `onesheet-sql [--lossy] QUERY [NAME FILE]...`: runs a query over files of records, each a table by the
//! name before it, and writes the rows of the result to standard output, as a file of records.
//!
//! `onesheet sql` starts it, and makes of its output what the user asked for. It exits with 0; with 3 if
//! the result is whole and something was passed over; with 1 if there is no result, and 2 if that is because
//! a file could not be read. What is wrong is a line each on standard error.

#![forbid(unsafe_code)]

mod failure;
mod files;
mod rows;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use datafusion::catalog::DynamicFileCatalog;
use datafusion::common::TableReference;
use datafusion::common::config::Dialect;
use datafusion::common::tree_node::TreeNode;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::LogicalPlan;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::files::Files;

fn main() -> ExitCode {
    let mut args: Vec<String> = Vec::new();
    for arg in env::args_os().skip(1) {
        match arg.into_string() {
            Ok(arg) => args.push(arg),
            Err(arg) => return failure::usage(&format!("{}: not UTF-8", arg.display())),
        }
    }
    let lossy = args.first().is_some_and(|arg| arg == "--lossy");
    let Some((query, tables)) = args[usize::from(lossy)..].split_first() else {
        return failure::usage("missing query; use `onesheet sql`");
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(run(query, tables, lossy)),
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(problems) => ExitCode::from(if problems { failure::PASSED_OVER } else { 0 }),
        Err(error) => failure::report(&error),
    }
}

/// Writes the result of a query; whether something was passed over.
async fn run(query: &str, tables: &[String], lossy: bool) -> Result<bool> {
    let mut config = SessionConfig::new().with_information_schema(true);
    let parser = &mut config.options_mut().sql_parser;
    // Names are as they are written, as those of the fields are.
    parser.enable_ident_normalization = false;
    parser.dialect = Dialect::DuckDB;
    let context = SessionContext::new_with_config(config);
    let files = Arc::new(Files::new(&context, lossy));
    let catalogs = Arc::clone(context.state().catalog_list());
    context.register_catalog_list(Arc::new(DynamicFileCatalog::new(catalogs, files.clone())));
    for table in tables.chunks(2) {
        if let [name, path] = table {
            let name = TableReference::bare(name.as_str());
            context.register_table(name, files.open(path).await?)?;
        }
    }
    let state = context.state();
    let plan = state.create_logical_plan(query).await?;
    let only_reads = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false);
    only_reads.with_allow_statements(false).verify_plan(&plan)?;
    // Rows of several partitions come in any order; those of a file are to come in its own.
    let state = match plan.exists(|node| Ok(mixes_rows(node)))? {
        true => state,
        false => {
            let config = state.config().clone().with_target_partitions(1);
            SessionStateBuilder::new_from_existing(state).with_config(config).build()
        }
    };
    rows::write(DataFrame::new(state, plan).execute_stream().await?).await?;
    Ok(files.problems())
}

/// Whether the rows of a plan have no order of the files'.
fn mixes_rows(plan: &LogicalPlan) -> bool {
    matches!(
        plan,
        LogicalPlan::Aggregate(_)
            | LogicalPlan::Distinct(_)
            | LogicalPlan::Join(_)
            | LogicalPlan::Sort(_)
            | LogicalPlan::Window(_)
    )
}
