//! The border to Python: bytes and plain values in, bytes and plain values out, the GIL released while the core works.
//!
//! This is the only crate that names pyo3. What the functions take and give is told in `python/referee/_core.pyi`.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod convert;
mod errors;
mod games;
mod log;
mod position;
mod protocol;
mod registry;

use pyo3::prelude::*;

/// The extension module `referee._core`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::games::{check_set, games, install_set, rules_hash, set_files};
    #[pymodule_export]
    use super::log::{Checks, Log};
    #[pymodule_export]
    use super::position::{Playouts, Position, Record, playouts, replay};
    #[pymodule_export]
    use super::protocol::{
        armor, box_key, check_config, dearmor, decks, fork_verify, h32, identity_seed, pq_seed, run_case,
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        m.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
