//! Changes as JSON, for the journal.

use referee_kernel::json::Writer;

use crate::change::Change;
use crate::tables::Tables;

/// Writes `{"change": name, …}`.
pub(crate) fn write(_t: &Tables, _change: &Change, w: &mut Writer) {
    w.object(|w| w.key("change").str("todo"));
}
