//! Receiving: the union of a log with a file or with an own event, all or nothing (protocol P15).

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;

use referee_kernel::digest::SIGN_PREFIX;
use referee_proof::ed25519::{Signed, VerifyKey, verify_each};

use crate::charter::Charter;
use crate::event::{Event, Hash, Kind};
use crate::file::{self, file_len};
use crate::limits::{MAX_EVENTS, MAX_FILE};
use crate::log::{EventIx, Log};
use crate::parse;
use crate::refusal::{Code, Refusal, check};

/// What a log took from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The events that were not known before, ascending.
    pub new: Vec<EventIx>,
    /// So many events from the first on have kept their places; every place from there on may hold another event.
    pub unchanged: usize,
}

impl Log {
    /// Begins a log with the first file of a match, which must be whole.
    ///
    /// `accepts` answers for the rules (P14.5): whether they take the configuration of a charter; yes, if this program does
    /// not have the rules. `threads` verify signatures.
    ///
    /// # Errors
    /// The first refusal in the order of P15: `F_…`, `C_…`, `E_…`, `H_…`.
    pub fn open(data: &[u8], accepts: impl Fn(&Charter) -> bool, threads: NonZeroUsize) -> Result<Self, Refusal> {
        let events = file::read(data)?;
        let mut log = Self::with_charter_of(&events, accepts)?;
        log.take(events, threads)?;
        Ok(log)
    }

    /// Begins a log with an own PROPOSE.
    ///
    /// # Errors
    /// As [`Log::open`], from point 2 of P15 on.
    pub fn propose(raw: &[u8], sig: [u8; 64], accepts: impl Fn(&Charter) -> bool) -> Result<Self, Refusal> {
        let events = vec![parse::event(raw, sig)?];
        let mut log = Self::with_charter_of(&events, accepts)?;
        log.take(events, NonZeroUsize::MIN)?;
        Ok(log)
    }

    /// Takes the union with a file. If it is refused nothing of it is kept.
    ///
    /// Near O(bytes of the file + parents of its events) if its new events stand at the end of the canonical order, as
    /// they do in a match that goes on; each event that they stand before is put in its place again.
    ///
    /// # Errors
    /// The first refusal in the order of P15: `F_…`, `C_…`, `E_…`.
    pub fn receive(&mut self, data: &[u8], threads: NonZeroUsize) -> Result<Received, Refusal> {
        self.take(file::read(data)?, threads)
    }

    /// Takes one own event, in the same order of checks as a file of it alone.
    ///
    /// # Errors
    /// As [`Log::receive`], from point 2 of P15 on.
    pub fn append(&mut self, raw: &[u8], sig: [u8; 64]) -> Result<Received, Refusal> {
        self.take(vec![parse::event(raw, sig)?], NonZeroUsize::MIN)
    }

    /// This log with an event that nobody has signed, and its place: to see what would become of it. Never to be sent.
    pub(crate) fn with_unsigned(&self, raw: &[u8]) -> Result<(Self, EventIx), Refusal> {
        let mut event = parse::event(raw, [0; 64])?;
        check(event.match_id == self.charter.match_id, Code::EMatch, "the event belongs to another match")?;
        check(usize::from(event.author) < self.keys.len(), Code::EAuthor, "the match has no such member")?;
        let unknown = Refusal::new(Code::EParents, "a parent is not known");
        event.height = self.height_over(&event.parents, &BTreeMap::new()).ok_or(unknown)?;
        let id = event.id;
        let mut trial = self.clone();
        if trial.find(&id).is_none() {
            trial.insert(vec![event])?;
        }
        let ix = trial.find(&id).ok_or(Refusal::new(Code::EParents, "the event has no place"))?;
        Ok((trial, ix))
    }

    /// An empty log with the charter of the first event: point 3 of P15.
    fn with_charter_of(events: &[Event], accepts: impl Fn(&Charter) -> bool) -> Result<Self, Refusal> {
        let first = events.first().filter(|event| event.kind == Kind::Propose);
        let first =
            first.ok_or(Refusal::new(Code::EMatch, "the file of an unknown match does not begin with a proposal"))?;
        let charter = Charter::read(first).map_err(|refusal| refusal.by(0, first.author, first.seq))?;
        let accepted = accepts(&charter);
        check(accepted, Code::HConfig, "the rules do not take this configuration").map_err(|refusal| refusal.at(0))?;
        Self::empty(charter)
    }

    /// Points 4 to 7 of P15.
    fn take(&mut self, events: Vec<Event>, threads: NonZeroUsize) -> Result<Received, Refusal> {
        let offered = self.examine(events, threads)?;
        let received = self.insert(offered.new)?;
        for (id, sig) in offered.better {
            if let Some(event) = self.find(&id).and_then(|ix| self.events.get_mut(ix.at())) {
                event.sig = sig;
            }
        }
        Ok(received)
    }

    /// Points 4 and 5: each event by itself, the order, the size of the union.
    fn examine(&self, events: Vec<Event>, threads: NonZeroUsize) -> Result<Offered, Refusal> {
        let signed = self.verify_ahead(&events, threads);
        let mut offered = Offered::default();
        let mut heights: BTreeMap<Hash, u32> = BTreeMap::new();
        let mut bytes = self.bytes;
        let mut last = None;
        let mut unordered = None;
        for (place, mut event) in (0..).zip(events) {
            let refuse = |code, detail| Err(Refusal::new(code, detail).by(place, event.author, event.seq));
            if event.match_id != self.charter.match_id {
                return refuse(Code::EMatch, "the event belongs to another match");
            }
            if usize::from(event.author) >= self.keys.len() {
                return refuse(Code::EAuthor, "the match has no such member");
            }
            let verified = signed.get(place as usize).copied().unwrap_or_else(|| self.is_signed(&event));
            if !verified {
                return refuse(Code::ESignature, "the signature is not the author's");
            }
            let known = self.find(&event.id).map(|ix| &self[ix]);
            let height = match known {
                Some(known) => Some(known.height),
                None => self.height_over(&event.parents, &heights),
            };
            let Some(height) = height else {
                return refuse(Code::EParents, "a parent is neither known nor earlier in the file");
            };
            let rank = Some((height, event.id));
            if rank <= last && unordered.is_none() {
                unordered =
                    Some(Refusal::new(Code::FOrder, "the events do not ascend").by(place, event.author, event.seq));
            }
            last = rank;
            if let Some(known) = known {
                if event.sig < known.sig {
                    offered.better.push((event.id, event.sig));
                }
            } else {
                heights.insert(event.id, height);
                bytes += file::envelope_len(event.raw.len());
                event.height = height;
                offered.new.push(event);
            }
        }
        unordered.map_or(Ok(()), Err)?;
        let count = self.events.len() + offered.new.len();
        check(count <= MAX_EVENTS, Code::FSize, "the union has too many events")?;
        check(file_len(count, bytes) <= MAX_FILE, Code::FSize, "the union is too long")?;
        Ok(offered)
    }

    /// One more than the greatest height of the parents, if all are known here or in the file so far.
    fn height_over(&self, parents: &[Hash], in_file: &BTreeMap<Hash, u32>) -> Option<u32> {
        let height = |id| self.find(id).map(|ix| self[ix].height).or_else(|| in_file.get(id).copied());
        parents.iter().try_fold(0, |most, id| Some(height(id)?.checked_add(1)?.max(most)))
    }

    /// Points 6 and 7: puts new events in their places, or leaves everything as it was.
    fn insert(&mut self, mut new: Vec<Event>) -> Result<Received, Refusal> {
        new.sort_unstable_by_key(Event::rank);
        let Some(first) = new.first().map(Event::rank) else {
            return Ok(Received { new: Vec::new(), unchanged: self.events.len() });
        };
        let unchanged = self.events.partition_point(|event| event.rank() < first);
        let ids: Vec<Hash> = new.iter().map(|event| event.id).collect();
        let mut queue = self.split_off(unchanged);
        queue.append(&mut new);
        queue.sort_by_key(Event::rank);
        let mut queue = queue.into_iter();
        let mut result = Ok(());
        while let (Ok(()), Some(event)) = (&result, queue.next()) {
            let (place, author, seq) = (u32::try_from(self.events.len()).unwrap_or(u32::MAX), event.author, event.seq);
            result = self.push(event).map_err(|refusal| refusal.by(place, author, seq));
        }
        match result.and_then(|()| self.lines.check_branches()) {
            Ok(()) => Ok(Received { new: self.sorted_places(&ids), unchanged }),
            Err(refusal) => {
                let before = self.split_off(unchanged);
                self.restore(before.into_iter().chain(queue), ids);
                Err(refusal)
            }
        }
    }

    /// Puts back what was there before `refused` were tried; it was all there once, so nothing of it can be refused.
    fn restore(&mut self, events: impl Iterator<Item = Event>, mut refused: Vec<Hash>) {
        refused.sort_unstable();
        for event in events.filter(|event| refused.binary_search(&event.id).is_err()) {
            let restored = self.push(event);
            debug_assert!(restored.is_ok(), "what a log held it can hold again");
        }
    }

    fn sorted_places(&self, ids: &[Hash]) -> Vec<EventIx> {
        let mut places: Vec<EventIx> = ids.iter().filter_map(|id| self.find(id)).collect();
        places.sort_unstable();
        places
    }

    /// Whether the signature is the author's; one that is known is not verified again.
    fn is_signed(&self, event: &Event) -> bool {
        self.is_known(event) || self.keys.get(usize::from(event.author)).is_some_and(|key| is_signed_by(key, event))
    }

    fn is_known(&self, event: &Event) -> bool {
        self.find(&event.id).is_some_and(|ix| self[ix].sig == event.sig)
    }

    /// Verifies signatures together, which is faster than one by one. May stop behind the first that is wrong: the file
    /// is refused there, or before.
    fn verify_ahead(&self, events: &[Event], threads: NonZeroUsize) -> Vec<bool> {
        if threads.get() == 1 || events.len() < 2 * BLOCK {
            return self.verify_blocks(events);
        }
        let share = events.len().div_ceil(threads.get());
        thread::scope(|scope| {
            let workers: Vec<_> =
                events.chunks(share).map(|some| (some.len(), scope.spawn(|| self.verify_blocks(some)))).collect();
            let mut signed = Vec::with_capacity(events.len());
            for (share, worker) in workers {
                // A worker that did not finish leaves the rest to be verified one by one.
                let Ok(some) = worker.join() else { break };
                let whole = some.len() == share;
                signed.extend(some);
                if !whole {
                    break;
                }
            }
            signed
        })
    }

    fn verify_blocks(&self, events: &[Event]) -> Vec<bool> {
        let mut signed = Vec::with_capacity(events.len());
        for block in events.chunks(BLOCK) {
            let messages: Vec<[&[u8]; 2]> = block.iter().map(|event| [&SIGN_PREFIX[..], &event.raw]).collect();
            let known: Vec<bool> = block.iter().map(|event| self.is_known(event)).collect();
            let unknown = block.iter().zip(&messages).zip(&known).filter(|(_, known)| !**known);
            let entries: Vec<Signed<'_>> = unknown
                .map(|((event, message), _)| Signed {
                    key: self.keys.get(usize::from(event.author)),
                    message,
                    signature: &event.sig,
                })
                .collect();
            let mut verified = verify_each(&entries).into_iter();
            signed.extend(known.iter().map(|known| *known || verified.next().unwrap_or(false)));
            if signed.contains(&false) {
                break;
            }
        }
        signed
    }
}

/// Signatures that are verified together.
const BLOCK: usize = 64;

/// What is new in a file, and smaller signatures of what is known.
#[derive(Default)]
struct Offered {
    new: Vec<Event>,
    better: Vec<(Hash, [u8; 64])>,
}

/// Whether `event` is signed under `key` (P4).
pub(crate) fn is_signed_by(key: &VerifyKey, event: &Event) -> bool {
    key.verify(&[SIGN_PREFIX, &event.raw], &event.sig)
}
