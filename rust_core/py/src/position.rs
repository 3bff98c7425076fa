//! Positions, replays and playouts.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use referee_kernel::json::Value;
use referee_kernel::playout::{Order, Played};
use referee_kernel::replay::JsonInput;
use referee_kernel::rule::Illegal;
use referee_kernel::seat::Viewer;
use referee_kernel::table::{NoRecord, Recorded, Rulebook, Table};

use crate::convert::{from_python, json_to_python, seat_number};
use crate::errors;
use crate::games::{book, library};

/// A position of a game. Immutable: `act` and `chance` give the next one.
#[pyclass(frozen, module = "referee")]
pub struct Position {
    game: &'static str,
    table: Box<dyn Table>,
}

fn start(py: Python<'_>, book: &dyn Rulebook, config: &Value) -> PyResult<Box<dyn Table>> {
    book.start(&library(), config).map_err(|e| errors::config(py, e))
}

fn load(py: Python<'_>, book: &dyn Rulebook, document: &Value) -> PyResult<Box<dyn Table>> {
    book.load(&library(), document).map_err(|e| errors::position(py, e))
}

/// A seat that no table has.
const NO_SEAT: u64 = u64::MAX;

impl Position {
    fn advanced(&self, py: Python<'_>, step: impl FnOnce(&mut dyn Table) -> Result<(), Illegal>) -> PyResult<Position> {
        let mut table = self.table.boxed();
        step(&mut *table).map_err(|e| errors::illegal(py, self.game, &e))?;
        Ok(Position { game: self.game, table })
    }

    /// A seat at the table, or nobody for the public.
    fn viewer(&self, py: Python<'_>, seat: Option<Bound<'_, PyAny>>) -> PyResult<Viewer> {
        let Some(seat) = seat else { return Ok(None) };
        match seat_number(&seat).and_then(|s| u8::try_from(s).ok()).filter(|s| *s < self.table.seats()) {
            Some(seat) => Ok(Some(seat)),
            None => Err(errors::illegal(py, self.game, &self.table.no_seat())),
        }
    }
}

#[pymethods]
impl Position {
    /// The first position of a configuration.
    #[staticmethod]
    fn new(py: Python<'_>, game: &str, config: &Bound<'_, PyAny>) -> PyResult<Position> {
        let book = book(py, game)?;
        Ok(Position { game: book.id(), table: start(py, book, &from_python(config))? })
    }

    /// A position from its document.
    #[staticmethod]
    fn load(py: Python<'_>, game: &str, document: &Bound<'_, PyAny>) -> PyResult<Position> {
        let book = book(py, game)?;
        Ok(Position { game: book.id(), table: load(py, book, &from_python(document))? })
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// How many seats are at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.table.seats()
    }

    /// What comes next: `{"decide": …}`, `{"chance": …}` or `{"over": …}`.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_python(py, &self.table.next())
    }

    /// The position after an action of `seat`.
    fn act(&self, py: Python<'_>, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<Position> {
        let (seat, action) = (seat_number(seat).unwrap_or(NO_SEAT), from_python(action));
        self.advanced(py, |table| table.act(seat, &action))
    }

    /// The position after an outcome.
    fn chance(&self, py: Python<'_>, outcome: &Bound<'_, PyAny>) -> PyResult<Position> {
        let outcome = from_python(outcome);
        self.advanced(py, |table| table.chance(&outcome))
    }

    /// The position document.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_python(py, &self.table.document())
    }

    /// The view of a seat, or of the public.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        match self.table.view(self.viewer(py, seat)?) {
            Some(json) => json_to_python(py, &json),
            None => Err(errors::illegal(py, self.game, &self.table.no_seat())),
        }
    }

    /// The exact chances the position offers to a seat; None where the game computes none.
    #[pyo3(signature = (seat=None))]
    fn odds<'py>(&self, py: Python<'py>, seat: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        json_to_python(py, &self.table.odds(self.viewer(py, seat)?))
    }

    /// The configuration with all its keys.
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_python(py, &self.table.config())
    }

    /// Whether the document can be imported again.
    fn at_rest(&self) -> bool {
        self.table.at_rest()
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.game == other.game && self.table.document() == other.table.document()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {} for {} seats>", self.game, self.table.seats())
    }
}

fn input(item: &Bound<'_, PyAny>) -> PyResult<JsonInput> {
    let bad = || errors::usage(item.py(), "usage.input", "an input is {\"seat\", \"action\"} or {\"chance\"}");
    let dict = item.cast::<PyDict>().map_err(|_| bad())?;
    if let Some(outcome) = dict.get_item(intern!(dict.py(), "chance"))? {
        return Ok(JsonInput::Outcome(from_python(&outcome)));
    }
    match (dict.get_item(intern!(dict.py(), "seat"))?, dict.get_item(intern!(dict.py(), "action"))?) {
        (Some(seat), Some(action)) => {
            Ok(JsonInput::Action(seat_number(&seat).unwrap_or(NO_SEAT), from_python(&action)))
        }
        _ => Err(bad()),
    }
}

fn read_inputs(inputs: &Bound<'_, PyAny>) -> PyResult<Vec<JsonInput>> {
    let Ok(list) = inputs.try_iter() else {
        return Err(errors::usage(inputs.py(), "usage.input", "the inputs are no list"));
    };
    list.map(|item| input(&item?)).collect()
}

/// Inputs read once, to be replayed as often as one likes.
#[pyclass(frozen, module = "referee")]
pub struct Record {
    game: &'static str,
    record: Box<dyn Recorded>,
}

#[pymethods]
impl Record {
    /// Reads `inputs`, each judged on the way.
    #[new]
    #[pyo3(signature = (game, config, inputs, position=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        config: &Bound<'_, PyAny>,
        inputs: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Record> {
        let book = book(py, game)?;
        let config = from_python(config);
        let document = position.map(from_python);
        let inputs = read_inputs(inputs)?;
        let library = library();
        let made = py.detach(|| book.record(&library, &config, document.as_ref(), &inputs));
        let record = made.map_err(|why| match why {
            NoRecord::Config(unfit) => errors::config(py, unfit),
            NoRecord::Position(unfit) => errors::position(py, unfit),
            NoRecord::Refused(refused) => errors::illegal(py, book.id(), &refused.why),
        })?;
        Ok(Record { game: book.id(), record })
    }

    /// The last position; every input is judged again.
    fn replay(&self, py: Python<'_>) -> PyResult<Position> {
        let table = py.detach(|| self.record.replay()).map_err(|e| errors::illegal(py, self.game, &e.why))?;
        Ok(Position { game: self.game, table })
    }

    fn __len__(&self) -> usize {
        self.record.len()
    }
}

/// The last position after `inputs`, each `{"seat", "action"}` or `{"chance"}`; the first refusal ends it.
#[pyfunction]
#[pyo3(signature = (game, config, inputs, position=None))]
pub fn replay(
    py: Python<'_>,
    game: &str,
    config: &Bound<'_, PyAny>,
    inputs: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let book = book(py, game)?;
    let mut table = match position {
        Some(document) => load(py, book, &from_python(document))?,
        None => start(py, book, &from_python(config))?,
    };
    let inputs = read_inputs(inputs)?;
    let table = py.detach(move || {
        for input in &inputs {
            match input {
                JsonInput::Action(seat, action) => table.act(*seat, action)?,
                JsonInput::Outcome(outcome) => table.chance(outcome)?,
            }
        }
        Ok(table)
    });
    let table = table.map_err(|e: Illegal| errors::illegal(py, book.id(), &e))?;
    Ok(Position { game: book.id(), table })
}

/// Playouts, in order.
#[pyclass(frozen, module = "referee")]
pub struct Playouts {
    games: Vec<Played>,
}

#[pymethods]
impl Playouts {
    /// The `over` object of each game, or None where it stalled.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        self.games.iter().map(|g| g.result.as_deref().map(|r| json_to_python(py, r)).transpose()).collect()
    }

    /// Inputs taken in each game.
    #[getter]
    fn lengths(&self) -> Vec<u32> {
        self.games.iter().map(|g| g.inputs).collect()
    }

    /// The seed of each game.
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.games.iter().map(|g| PyBytes::new(py, &g.seed)).collect()
    }

    /// The digest of each game's last document.
    #[getter]
    fn digests<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.games.iter().map(|g| PyBytes::new(py, &referee_kernel::digest::state_digest(&g.last))).collect()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}

/// Who plays: one name for all seats, or one for each.
#[derive(FromPyObject)]
pub enum Policy {
    /// One for all.
    All(String),
    /// One for each seat.
    Each(Vec<String>),
}

/// Plays `n` whole games by programs.
#[pyfunction]
#[pyo3(signature = (game, config, n, seed=0, policy=None, threads=1))]
pub fn playouts(
    py: Python<'_>,
    game: &str,
    config: &Bound<'_, PyAny>,
    n: u32,
    seed: u64,
    policy: Option<Policy>,
    threads: u32,
) -> PyResult<Playouts> {
    let book = book(py, game)?;
    let players = match policy {
        None => vec!["random".to_owned()],
        Some(Policy::All(name)) => vec![name],
        Some(Policy::Each(names)) => names,
    };
    if let Some(name) = players.iter().find(|p| *p != "random" && !book.bots().contains(&p.as_str())) {
        return Err(errors::usage(py, "usage.bot", &format!("{game} has no bot called {name}")));
    }
    let config = from_python(config);
    let library = library();
    let order = Order { games: n, seed, players: &players, threads };
    let games = py.detach(|| book.playouts(&library, &config, &order)).map_err(|e| errors::config(py, e))?;
    Ok(Playouts { games })
}
