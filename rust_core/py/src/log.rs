//! A match's log: its events and what they come to.

mod describe;
mod history;
mod member;

use std::num::NonZeroUsize;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use referee_kernel::digest::state_digest;
use referee_kernel::json::Value;
use referee_kernel::stream::Stream;
use referee_kernel::wire::Rules;
use referee_log::bare::Bare;
use referee_log::draft::Draft;
use referee_log::event::NO_MATCH;
use referee_log::member::{Patience, prepare, rehearse};
use referee_log::replay::{Cache, Report, judge};
use referee_log::{Body, Charter, Hash, Kind, Received};
use referee_proof::nonce::Fresh;

use crate::convert::{from_python, to_python};
use crate::errors;
use crate::games::{book, rules_of};
use crate::protocol::secrets;

/// The events of one match, closed under parents, and what they come to.
#[pyclass(module = "referee")]
#[derive(Default)]
pub struct Log {
    held: Option<Held>,
}

/// A log with the rules of its match, if this program has them.
struct Held {
    log: referee_log::Log,
    rules: Option<Arc<dyn Rules>>,
    cache: Cache,
}

/// A log of no events answers no question.
fn empty(py: Python<'_>) -> PyErr {
    errors::not_now(py, "match.empty", "the log has no events yet")
}

/// Whether the rules of a charter take its configuration; yes, where this program does not have them (P14.5).
fn accepts(charter: &Charter) -> bool {
    rules_of(charter).is_none_or(|rules| rules.accepts(&charter.config, charter.players))
}

impl Held {
    fn new(log: referee_log::Log) -> Self {
        let rules = rules_of(log.charter());
        Self { log, rules, cache: Cache::new() }
    }
}

impl Log {
    fn held(&self, py: Python<'_>) -> PyResult<&Held> {
        self.held.as_ref().ok_or_else(|| empty(py))
    }

    /// Judges what is new and answers from the report, without the GIL.
    fn with_report<T: Send>(
        &mut self,
        py: Python<'_>,
        answer: impl FnOnce(&Report<'_>, &dyn Rules) -> T + Send,
    ) -> PyResult<T> {
        let held = self.held.as_mut().ok_or_else(|| empty(py))?;
        if held.rules.is_none() {
            held.rules = rules_of(held.log.charter());
        }
        let Some(rules) = held.rules.clone() else {
            return Err(errors::missing_rules(py, held.log.charter()));
        };
        Ok(py.detach(|| {
            let report = judge(&held.log, &*rules, &mut held.cache);
            answer(&report, &*rules)
        }))
    }

    fn received<'py>(&self, py: Python<'py>, received: &Received, total: usize) -> PyResult<Bound<'py, PyAny>> {
        let log = &self.held(py)?.log;
        let mut members: Vec<u8> = received.new.iter().map(|e| log[*e].author).collect();
        members.sort_unstable();
        members.dedup();
        let new = received.new.len();
        to_python(
            py,
            &Value::object([
                ("new", count(new)),
                ("known", count(total.saturating_sub(new))),
                ("members", Value::List(members.into_iter().map(Value::from).collect())),
            ]),
        )
    }
}

/// How many events an accepted file holds: what the head of its list says.
fn events_in(data: &[u8]) -> usize {
    match data.get(10..13) {
        Some([0xdc, high, low]) => usize::from(u16::from_be_bytes([*high, *low])),
        Some([short, ..]) => usize::from(short & 15),
        _ => 0,
    }
}

fn count(n: usize) -> Value {
    Value::Int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// A JSON value that Rust made without the GIL, as Python's.
fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, value)
}

#[pymethods]
impl Log {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __len__(&self) -> usize {
        self.held.as_ref().map_or(0, |h| h.log.events().len())
    }

    fn __repr__(&self) -> String {
        format!("<Log of {} events>", self.__len__())
    }

    /// Union with a file, all or nothing.
    #[pyo3(signature = (data, threads=1))]
    fn receive<'py>(&mut self, py: Python<'py>, data: &[u8], threads: usize) -> PyResult<Bound<'py, PyAny>> {
        let threads = NonZeroUsize::new(threads.clamp(1, 64)).unwrap_or(NonZeroUsize::MIN);
        let taken = py.detach(|| match &mut self.held {
            Some(held) => held.log.receive(data, threads),
            None => referee_log::Log::open(data, accepts, threads).map(|log| {
                let new = log.places().collect();
                self.held = Some(Held::new(log));
                Received { new, unchanged: 0 }
            }),
        });
        let received = taken.map_err(|e| errors::refused(py, &e))?;
        let total = events_in(data);
        self.received(py, &received, total)
    }

    /// Takes one envelope of one's own.
    fn append(&mut self, py: Python<'_>, raw: &[u8], sig: &[u8]) -> PyResult<u32> {
        let sig = sig.try_into().map_err(|_| pyo3::exceptions::PyValueError::new_err("a signature has 64 bytes"))?;
        let taken = py.detach(|| match &mut self.held {
            Some(held) => held.log.append(raw, sig).map(|r| r.new.first().map_or(0, |e| e.0)),
            None => referee_log::Log::propose(raw, sig, accepts).map(|log| {
                self.held = Some(Held::new(log));
                0
            }),
        });
        taken.map_err(|e| errors::refused(py, &e))
    }

    /// The whole log as a file, or what particular members lack (P15).
    #[pyo3(signature = (members=None))]
    fn file<'py>(&self, py: Python<'py>, members: Option<Vec<u8>>) -> PyResult<Bound<'py, PyBytes>> {
        let members = members.unwrap_or_default();
        let log = &self.held(py)?.log;
        let data = py.detach(|| if members.is_empty() { log.file() } else { log.file_for(&members) });
        Ok(PyBytes::new(py, &data))
    }

    /// A fork proof for every event after the first of its twins (P15).
    fn fork_proofs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let log = &self.held(py)?.log;
        let list = PyList::empty(py);
        for twins in log.twins() {
            let Some((first, rest)) = twins.split_first() else { continue };
            for other in rest {
                if let Some(proof) = referee_log::fork::proof(log, *first, *other) {
                    list.append(PyBytes::new(py, &proof))?;
                }
            }
        }
        Ok(list)
    }

    /// The charter in plain values.
    fn charter<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &describe::charter(self.held(py)?.log.charter()))
    }

    /// Every event in canonical order.
    fn events<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.held(py)?.rules.is_none() && rules_of(self.held(py)?.log.charter()).is_none() {
            return plain(py, &describe::events(&self.held(py)?.log, None));
        }
        let value = self.with_report(py, |report, _| describe::events(report.log(), Some(report)))?;
        plain(py, &value)
    }

    /// The verdict and what surrounds it.
    fn report<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.with_report(py, |report, _| describe::report(report))?;
        plain(py, &value)
    }

    /// The match step by step.
    fn history<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.with_report(py, |report, _| history::steps(report))?;
        plain(py, &value)
    }

    /// The public document of the step the match stands at (P18).
    fn document<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.with_report(py, |report, _| {
            report.state().and_then(|state| Value::parse_canonical(&state.document())).unwrap_or(Value::Null)
        })?;
        plain(py, &value)
    }

    /// The view of the public at a step of the past, or None if there is no such step.
    fn view_at<'py>(&mut self, py: Python<'py>, step: u32) -> PyResult<Bound<'py, PyAny>> {
        let value = self.with_report(py, |report, _| {
            let at = step.checked_sub(1).and_then(|i| report.steps().get(i as usize));
            at.map_or(Value::Null, |step| step.state.view(None, &report.revealed()))
        })?;
        plain(py, &value)
    }

    /// The view of a seat, own hidden cards filled in where `root` opens them, or of the public.
    #[pyo3(signature = (viewer=None, member=None, root=None))]
    fn view<'py>(
        &mut self,
        py: Python<'py>,
        viewer: Option<u8>,
        member: Option<u8>,
        root: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let secrets = root.map(secrets).transpose()?;
        let value = self.with_report(py, |report, _| {
            let known = member::known(report, member, secrets.as_ref());
            report.state().map_or(Value::Null, |state| state.view(viewer, &known))
        })?;
        plain(py, &value)
    }

    /// What `member` has to decide now, after his drafted actions of the same payload; or None.
    #[pyo3(signature = (member, root=None, drafted=None))]
    fn decision<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        root: Option<&[u8]>,
        drafted: Option<Vec<Bound<'py, PyAny>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (secrets, drafted) = (root.map(secrets).transpose()?, actions(&drafted.unwrap_or_default()));
        let value = self.with_report(py, |report, _| member::decision(report, member, secrets.as_ref(), &drafted))?;
        plain(py, &value.map_err(|e| errors::not_allowed(py, &e))?)
    }

    /// The view of the seat after the drafted actions.
    fn preview<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        root: Option<&[u8]>,
        drafted: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (secrets, drafted) = (root.map(secrets).transpose()?, actions(&drafted));
        let value = self.with_report(py, |report, _| member::preview(report, member, secrets.as_ref(), &drafted))?;
        plain(py, &value)
    }

    /// The exact chances that the state after the drafted actions offers to the seat; None if the game computes none.
    #[pyo3(signature = (member, root=None, drafted=None))]
    fn odds<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        root: Option<&[u8]>,
        drafted: Option<Vec<Bound<'py, PyAny>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (secrets, drafted) = (root.map(secrets).transpose()?, actions(&drafted.unwrap_or_default()));
        let odds = self.with_report(py, |report, _| member::odds(report, member, secrets.as_ref(), &drafted))?;
        plain(py, &odds)
    }

    /// The place in the list of `decision` that a bot would take; None where it would add nothing.
    fn advise(
        &mut self,
        py: Python<'_>,
        member: u8,
        root: Option<&[u8]>,
        drafted: Vec<Bound<'_, PyAny>>,
        bot: &str,
        seed: &[u8],
    ) -> PyResult<Option<u32>> {
        let seed = seed.try_into().map_err(|_| pyo3::exceptions::PyValueError::new_err("a seed has 32 bytes"))?;
        let game = &self.held(py)?.log.charter().game;
        if !book(py, game)?.bots().contains(&bot) {
            return Err(errors::usage(py, "usage.bot", &format!("{game} has no bot called {}", bot.escape_default())));
        }
        let (secrets, drafted) = (root.map(secrets).transpose()?, actions(&drafted));
        let mut dice = Stream::from_seed(&seed);
        self.with_report(py, |report, _| member::advise(report, member, secrets.as_ref(), &drafted, bot, &mut dice))
    }

    /// Raises IllegalActionError if `action` is not legal after the drafted ones.
    fn why(
        &mut self,
        py: Python<'_>,
        member: u8,
        root: Option<&[u8]>,
        drafted: Vec<Bound<'_, PyAny>>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let secrets = root.map(secrets).transpose()?;
        let mut all = actions(&drafted);
        all.push(from_python(action));
        let answer = self.with_report(py, |report, _| member::why(report, member, secrets.as_ref(), &all))?;
        answer.map_err(|e| errors::not_allowed(py, &e))
    }

    /// The `raw` of the next event of `member` (P13).
    fn prepare<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        kind: u64,
        body: &[u8],
        wall: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let body = read_body(py, kind, body)?;
        let raw = self.with_report(py, |report, _| prepare(report, member, body, wall))?;
        let raw = raw.map_err(|e| errors::not_now(py, "match.unwritten", &e.to_string()))?;
        Ok(PyBytes::new(py, &raw))
    }

    /// What would become of an event with these bytes if its author signed it now: `ok`, or a code.
    fn rehearse(&mut self, py: Python<'_>, raw: &[u8]) -> PyResult<&'static str> {
        let held = self.held(py)?;
        let Some(rules) = held.rules.clone().or_else(|| rules_of(held.log.charter())) else {
            return Err(errors::missing_rules(py, held.log.charter()));
        };
        let status = py.detach(|| rehearse(&held.log, &*rules, raw)).map_err(|e| errors::refused(py, &e))?;
        Ok(describe::status(status))
    }

    /// The `raw` of a PROPOSE.
    fn propose<'py>(&self, py: Python<'py>, author: u8, body: &[u8], wall: u64) -> PyResult<Bound<'py, PyBytes>> {
        let draft = Draft {
            match_id: NO_MATCH,
            author,
            seq: 0,
            parents: Vec::new(),
            step: 0,
            digest: state_digest(b""),
            wall,
            body: read_body(py, Kind::Propose.number().into(), body)?,
        };
        let raw = draft.encode().map_err(|_| too_long(py))?;
        Ok(PyBytes::new(py, &raw))
    }

    /// The body of the own JOIN.
    #[pyo3(signature = (member, root, fresh, pq=None))]
    fn join_body<'py>(
        &self,
        py: Python<'py>,
        member: u8,
        root: &[u8],
        fresh: &[u8],
        pq: Option<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (charter, secrets, fresh) = (self.held(py)?.log.charter(), secrets(root)?, fresh_bytes(fresh)?);
        let body = py.detach(|| member::join(charter, member, &secrets, &fresh, pq.unwrap_or_default()));
        let body =
            body.ok_or_else(|| errors::not_now(py, "match.charter", "the charter has no such player or keeper"))?;
        written(py, &body)
    }

    /// Kind and body that answer the question with `actions`.
    fn answer_body<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        root: &[u8],
        seat: u8,
        actions: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<(u8, Bound<'py, PyBytes>)> {
        let (secrets, actions) = (secrets(root)?, self::actions(&actions));
        let body = self.with_report(py, |report, _| member::answer(report, member, &secrets, seat, &actions))?;
        let body = body.map_err(|e| errors::not_allowed(py, &e))?;
        let body = body.ok_or_else(|| errors::not_now(py, "match.not_asked", "nothing is asked that this answers"))?;
        Ok((body.kind().number(), written(py, &body)?))
    }

    /// Why `member` keeps parts, votes or decisions back: `("fork", author)`, `("beaten", step)`, or None (P21).
    fn doubt(&mut self, py: Python<'_>, member: u8, root: &[u8]) -> PyResult<Option<(&'static str, u32)>> {
        let secrets = secrets(root)?;
        self.with_report(py, |report, _| member::doubt(report, member, &secrets))
    }

    /// Events owed by `member` that need no person, in the order to be signed.
    #[pyo3(signature = (member, root, fresh, sealed=None, patient=true))]
    fn due<'py>(
        &mut self,
        py: Python<'py>,
        member: u8,
        root: &[u8],
        fresh: &[u8],
        sealed: Option<Vec<(u32, Bound<'py, PyAny>)>>,
        patient: bool,
    ) -> PyResult<Vec<(u8, Bound<'py, PyBytes>)>> {
        let (secrets, fresh) = (secrets(root)?, fresh_bytes(fresh)?);
        let sealed = sealed.unwrap_or_default();
        let sealed = sealed.iter().map(|(step, a)| (*step, from_python(a))).collect::<Vec<_>>();
        let patience = if patient { Patience::Wait } else { Patience::Over };
        let bodies =
            self.with_report(py, |report, _| member::due(report, member, &secrets, &fresh, &sealed, patience))?;
        bodies.iter().map(|body| Ok((body.kind().number(), written(py, body)?))).collect()
    }

    /// What an ENDORSE of the present heads signs (P20).
    fn endorse_message<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let log = &self.held(py)?.log;
        let mut heads: Vec<Hash> = log.heads().map(|e| log[e].id).collect();
        heads.sort_unstable();
        Ok(PyBytes::new(py, &referee_proof::endorse::message(&log.charter().match_id, &heads)))
    }
}

/// The signatures and proofs of a match, without anything else (for benchmarks).
#[pyclass(frozen, module = "referee")]
pub struct Checks {
    bare: Bare,
}

#[pymethods]
impl Checks {
    /// Works out what has to be checked in a whole file.
    #[new]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let mut log = Log::new();
        log.receive(py, data, 1)?;
        Ok(Self { bare: log.with_report(py, |report, _| Bare::of(report))? })
    }

    /// Checks all; how many hold.
    fn run(&self, py: Python<'_>) -> usize {
        py.detach(|| self.bare.run())
    }

    /// Checks the signatures; how many hold.
    fn run_signatures(&self, py: Python<'_>) -> usize {
        py.detach(|| self.bare.run_signatures())
    }

    fn __len__(&self) -> usize {
        self.bare.len()
    }
}

fn read_body(py: Python<'_>, kind: u64, bytes: &[u8]) -> PyResult<Body> {
    let kind =
        Kind::from_number(kind).ok_or_else(|| pyo3::exceptions::PyValueError::new_err("no such kind of event"))?;
    Body::parse(kind, bytes).map_err(|e| errors::refused(py, &e))
}

fn written<'py>(py: Python<'py>, body: &Body) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = body.encode().map_err(|_| too_long(py))?;
    Ok(PyBytes::new(py, &bytes))
}

fn too_long(py: Python<'_>) -> PyErr {
    errors::not_now(py, "match.unwritten", "the event is longer than 65535 bytes")
}

fn fresh_bytes(bytes: &[u8]) -> PyResult<Fresh> {
    bytes.try_into().map_err(|_| pyo3::exceptions::PyValueError::new_err("fresh bytes are 32"))
}

fn actions(list: &[Bound<'_, PyAny>]) -> Vec<Value> {
    list.iter().map(from_python).collect()
}
