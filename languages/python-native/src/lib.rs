//! Files of onesheet records for Python, as Arrow streams: the module `onesheet_native`, which the package
//! `onesheet` uses for `scan` and `write`.

#![forbid(unsafe_code)]

mod append;
mod codec;
mod decode;
mod encode;
mod error;
mod input;
mod lists;
mod output;
mod plan;
mod scan;
mod tables;

use pyo3::prelude::*;

#[pymodule]
fn onesheet_native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("FileProblem", m.py().get_type::<error::FileProblem>())?;
    m.add_class::<codec::Codec>()?;
    m.add_class::<scan::Scan>()?;
    m.add_class::<scan::Batches>()?;
    m.add_class::<scan::Batch>()?;
    m.add_class::<scan::Schema>()?;
    m.add_class::<lists::ListWriter>()?;
    m.add_function(wrap_pyfunction!(append::differ, m)?)?;
    m.add_function(wrap_pyfunction!(append::last_section, m)?)?;
    m.add_function(wrap_pyfunction!(tables::write_table, m)?)?;
    m.add_function(wrap_pyfunction!(tables::type_of, m)?)
}
