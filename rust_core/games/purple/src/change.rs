//! What the rules do to a position, one thing at a time.

use referee_kernel::seat::{Seat, Viewer};

use crate::cards::{Agenda, Copied, Event, Forum, Moment, Plot, Role, Target};
use crate::position::{Attempt, Held, Item, OpenForum, Position, Reason, Turn, owner};
use crate::tables::{Province, only, provinces};
use crate::task::Task;

/// A building that leaves the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Building {
    /// Back to the emperor's mat.
    Aqueduct,
    /// Back to the mat of its owner.
    Estate(Seat),
}

/// One change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "fields are what their names say; the variant tells where they count from")]
pub enum Change {
    // What is still to be done.
    /// A task is put on top of what is to be done.
    Push(Task),
    /// The task on top becomes another.
    Next(Task),
    /// The task on top is done.
    Pop,
    // Set-up and time.
    /// 2.4
    MatDrawn { seat: Seat, role: Role },
    /// 2.5 to 2.7 take effect, and the coins of 2.10 and 21.1.
    OfficesTaken,
    /// 12.5
    YearBegan { year: u8 },
    /// 3.1
    PhaseBegan { phase: u8 },
    /// 7.1.1: the turn of `seat` in a phase that `first` began.
    TurnBegan { first: Seat, seat: Seat },
    /// 7.1.8: spent stamina becomes used.
    TurnEnded { seat: Seat },
    /// Phase 4 ends.
    TurnsOver,
    /// 7.1.2: one more action of the turn.
    ActionAnnounced { seat: Seat },
    /// The game ends.
    Over(Reason),
    // The board.
    /// 4.1.3
    EnemiesPlaced { at: Province, count: u8 },
    /// 4.2.5
    EnemiesMoved { from: Province, to: Province, count: u8 },
    /// Back to the pile: 7.5.7, 8.2.3, 15.8.2.
    EnemiesRemoved { at: Province, count: u8 },
    /// From the pile: 8.3.1, 19.43.6.
    LegionsPlaced { at: Province, count: u8 },
    /// 8.2.1
    LegionsMoved { from: Province, to: Province, count: u8 },
    /// Back to the pile: 4.1.4, 4.2.8, 6.6.12.
    LegionsRemoved { at: Province, count: u8 },
    /// 7.5.1
    PawnMoved { seat: Seat, to: Province },
    /// 4.2.8
    PawnThrownOut { seat: Seat, to: Province },
    /// 9.4
    EstatePlaced { at: Province, owner: Seat },
    /// 9.5
    AqueductPlaced { at: Province },
    /// Back to its mat (15.8.1).
    BuildingRemoved { at: Province, building: Building },
    /// 5.2, 6.6.4; regions from 0.
    FaminePlaced { region: u8 },
    /// 9.5, 12.4; regions from 0.
    FamineRemoved { region: u8, count: u8 },
    /// 6.6.9, 12.5
    Weather { severe: bool },
    /// 15.1
    HappinessMoved { to: u8 },
    /// 15.3
    PriceMoved { to: u8 },
    /// 5.4, 10.2, 19.43.4
    GrainAdded { count: u8 },
    /// 6.6.10, 10.5
    GrainRemoved { count: u32 },
    /// To the leftmost free space (15.2).
    LineAdded { item: Item },
    /// 9.1; places from 0.
    LineSwapped { a: u8, b: u8 },
    /// The first item leaves the line (9.2).
    LineTaken { item: Item },
    /// 9.3
    MonumentBuilt { seat: Seat },
    /// To the leftmost free space (15.4.1).
    SenatorAdded { owner: i8 },
    /// From this space, from 0 (15.4.1).
    SenatorRemoved { space: u8 },
    /// 19.43.8; the left one's space, from 0.
    SenatorsSwapped { left: u8 },
    /// 21.5
    SenateScored { vp: u32 },
    // Seats.
    /// From the bank or from another seat.
    CoinsGained { seat: Seat, count: u32 },
    /// To the bank or to another seat.
    CoinsPaid { seat: Seat, count: u32 },
    /// VP tokens.
    VpGained { seat: Seat, count: u32 },
    /// 7.1.4: from unused to the action spaces; a check of 16.2 is due.
    StaminaSpent { seat: Seat },
    /// 14.2: from unused to used; a check of 16.2 is due.
    StaminaCopied { seat: Seat },
    /// 19.40: from unused to an option, from 1; a check of 16.2 is due.
    StaminaToForum { seat: Seat, card: Forum, option: u8 },
    /// 16.3: from unused to used.
    StaminaLost { seat: Seat, count: u8 },
    /// From used to unused: 18.4, 19.36.9, 19.43.1.
    StaminaRegained { seat: Seat, count: u8 },
    /// 16.2: the check is made.
    DeathChecked { seat: Seat },
    /// 16.4, with 16.4.1 and 19.20.5.
    Died { seat: Seat },
    /// 17.3 to 17.5; if it is another seat, 19.20.5.
    EmperorNow { seat: Seat },
    /// To a seat's mat, or (`None`) to the emperor's.
    HeirTokenMoved { to: Option<Seat> },
    /// 19.20.1
    PassStanding { seat: Seat, until: Moment },
    /// 19.20.2
    CopyPassStanding { seat: Seat, action: Copied, until: Moment },
    /// 19.20.4, for every seat.
    PassesLapsed { until: Moment },
    /// 19.20.4, `my_turn` of this seat.
    MyTurnPassesLapsed { seat: Seat },
    /// 19.20.5, for this seat.
    PassesWoken { seat: Seat },
    // Cards.
    /// 19.30.1; `None`: unseen.
    PlotDrawn { seat: Seat, card: Option<Plot> },
    /// 19.30.1: the discards become the pile, in which nobody knows a card if it is `unseen`.
    PlotsRenewed { unseen: bool },
    /// 19.10.1
    PlotDiscarded { seat: Seat, card: Plot },
    /// 19.43.7; `None`: unseen.
    PlotStolen { from: Seat, to: Seat, card: Option<Plot> },
    /// A card of a hand is shown to everybody.
    PlotShown { seat: Seat, card: Plot },
    /// 21.11
    SenateCardDrawn { card: Plot },
    /// 2.12; `None`: unseen.
    AgendaDealt { seat: Seat, card: Option<Agenda> },
    /// 13.6
    AgendaShown { seat: Seat, card: Agenda },
    /// 6.1: so many event cards are left this year.
    EventsCounted { left: u8 },
    /// 6.1
    EventDrawn { card: Event },
    /// 6.5
    ForumDrawn { card: Forum },
    /// 7.9.1, 7.9.2
    AttemptBegan { target: Target, attacker: Seat, defender: Option<Seat> },
    /// 7.9.4; `None`: unseen.
    CardCommitted { seat: Seat, card: Option<Plot> },
    /// 7.9.9
    GuardCommitted { seat: Seat },
    /// 7.9.4: the seat has chosen.
    CommitDone { seat: Seat },
    /// 7.9.6: the attempt is decided.
    AttemptEnded,
}

impl Change {
    /// Carries the change out. Total: whatever it says is done, bounded where numbers end.
    pub fn apply(&self, p: &mut Position) {
        let done = self.apply_flow(p) || self.apply_board(p) || self.apply_tracks(p) || self.apply_seats(p);
        if !done {
            self.apply_cards(p);
        }
    }

    fn apply_flow(&self, p: &mut Position) -> bool {
        match *self {
            Change::Push(task) => p.stack.push(task),
            Change::Next(task) => {
                p.stack.pop();
                p.stack.push(task);
            }
            Change::Pop => p.stack.pop(),
            Change::YearBegan { year } => p.year = year,
            Change::PhaseBegan { phase } => p.phase = phase,
            Change::TurnBegan { first, seat } => p.turn = Some(Turn { first, seat, actions: 0 }),
            Change::TurnEnded { seat } => {
                let f = p.family_mut(seat);
                f.used += f.spent;
                f.spent = 0;
            }
            Change::TurnsOver => p.turn = None,
            Change::ActionAnnounced { .. } => {
                if let Some(turn) = &mut p.turn {
                    turn.actions = turn.actions.saturating_add(1);
                }
            }
            Change::Over(reason) => {
                p.over = Some(reason);
                p.stack.clear();
            }
            _ => return false,
        }
        true
    }

    fn apply_board(&self, p: &mut Position) -> bool {
        let less = |n: &mut u8, count: u8| *n = n.saturating_sub(count);
        let more = |n: &mut u8, count: u8| *n = n.saturating_add(count);
        match *self {
            Change::EnemiesPlaced { at, count } => more(&mut p.enemies[usize::from(at)], count),
            Change::EnemiesMoved { from, to, count } => {
                less(&mut p.enemies[usize::from(from)], count);
                more(&mut p.enemies[usize::from(to)], count);
            }
            Change::EnemiesRemoved { at, count } => less(&mut p.enemies[usize::from(at)], count),
            Change::LegionsPlaced { at, count } => more(&mut p.legions[usize::from(at)], count),
            Change::LegionsMoved { from, to, count } => {
                less(&mut p.legions[usize::from(from)], count);
                more(&mut p.legions[usize::from(to)], count);
            }
            Change::LegionsRemoved { at, count } => less(&mut p.legions[usize::from(at)], count),
            Change::PawnMoved { seat, to } | Change::PawnThrownOut { seat, to } => p.family_mut(seat).pawn = to,
            Change::EstatePlaced { at, owner } => p.family_mut(owner).estates |= only(at),
            Change::AqueductPlaced { at } => p.aqueducts |= only(at),
            Change::BuildingRemoved { at, building } => match building {
                Building::Aqueduct => p.aqueducts &= !only(at),
                Building::Estate(owner) => p.family_mut(owner).estates &= !only(at),
            },
            Change::FaminePlaced { region } => more(&mut p.famine[usize::from(region) % 4], 1),
            Change::FamineRemoved { region, count } => less(&mut p.famine[usize::from(region) % 4], count),
            _ => return false,
        }
        true
    }

    fn apply_tracks(&self, p: &mut Position) -> bool {
        match *self {
            Change::Weather { severe } => p.severe_weather = severe,
            Change::HappinessMoved { to } => p.happiness = to,
            Change::PriceMoved { to } => p.price = to,
            Change::GrainAdded { count } => p.grain += u32::from(count),
            Change::GrainRemoved { count } => p.grain = p.grain.saturating_sub(count),
            Change::LineAdded { item } => p.line.push(item),
            Change::LineSwapped { a, b } => p.line.as_mut_slice().swap(usize::from(a), usize::from(b)),
            Change::LineTaken { .. } => p.line.remove(0),
            Change::MonumentBuilt { seat } => p.family_mut(seat).monuments += 1,
            Change::SenatorAdded { owner } => p.senate.push(owner),
            Change::SenatorRemoved { space } => p.senate.remove(space),
            Change::SenatorsSwapped { left } => {
                p.senate.as_mut_slice().swap(usize::from(left), usize::from(left) + 1);
            }
            Change::SenateScored { vp } => p.senate_vp = p.senate_vp.saturating_add(vp),
            _ => return false,
        }
        true
    }

    fn apply_seats(&self, p: &mut Position) -> bool {
        match *self {
            Change::MatDrawn { seat, role } => p.family_mut(seat).role = Some(role),
            Change::OfficesTaken => take_offices(p),
            Change::CoinsGained { seat, count } => p.family_mut(seat).coins += count,
            Change::CoinsPaid { seat, count } => {
                let coins = &mut p.family_mut(seat).coins;
                *coins = coins.saturating_sub(count);
            }
            Change::VpGained { seat, count } => p.family_mut(seat).vp += count,
            Change::StaminaSpent { seat } => {
                let f = p.family_mut(seat);
                f.unused = f.unused.saturating_sub(1);
                f.spent += 1;
                p.owing |= 1 << seat;
            }
            Change::StaminaCopied { seat } => {
                let f = p.family_mut(seat);
                f.unused = f.unused.saturating_sub(1);
                f.used += 1;
                p.owing |= 1 << seat;
            }
            Change::StaminaToForum { seat, card, option } => {
                let f = p.family_mut(seat);
                f.unused = f.unused.saturating_sub(1);
                p.owing |= 1 << seat;
                if let Some(open) = p.forum.as_mut_slice().iter_mut().find(|f| f.card == card) {
                    open.tokens[usize::from(option) - 1][usize::from(seat)] += 1;
                }
            }
            Change::StaminaLost { seat, count } => {
                let f = p.family_mut(seat);
                f.unused = f.unused.saturating_sub(count);
                f.used += count;
            }
            Change::StaminaRegained { seat, count } => {
                let f = p.family_mut(seat);
                f.used = f.used.saturating_sub(count);
                f.unused += count;
            }
            Change::DeathChecked { seat } => p.owing &= !(1 << seat),
            Change::Died { seat } => bury(p, seat),
            Change::EmperorNow { seat } => {
                if p.emperor != Some(seat) {
                    p.families.iter_mut().for_each(wake);
                }
                p.emperor = Some(seat);
            }
            Change::HeirTokenMoved { to } => p.heir = to,
            Change::PassStanding { seat, until } => p.family_mut(seat).plots = Some(until),
            Change::CopyPassStanding { seat, action, until } => {
                p.family_mut(seat).copies[action.index()] = Some(until);
            }
            Change::PassesLapsed { until } => (0..p.count).for_each(|s| lapse(p, s, until)),
            Change::MyTurnPassesLapsed { seat } => lapse(p, seat, Moment::MyTurn),
            Change::PassesWoken { seat } => wake(p.family_mut(seat)),
            _ => return false,
        }
        true
    }

    fn apply_cards(&self, p: &mut Position) {
        match *self {
            Change::PlotDrawn { seat, card } => {
                p.plot.take(card.map(Plot::index));
                p.family_mut(seat).hand.add(card.map(Plot::index));
            }
            Change::PlotsRenewed { unseen } => {
                p.plot = std::mem::take(&mut p.plot_discard);
                if unseen {
                    p.plot.hide();
                }
            }
            Change::PlotDiscarded { seat, card } => {
                p.family_mut(seat).hand.take(Some(card.index()));
                p.plot_discard.add(Some(card.index()));
            }
            Change::PlotStolen { from, to, card } => {
                p.family_mut(from).hand.take(card.map(Plot::index));
                p.family_mut(to).hand.add(card.map(Plot::index));
            }
            Change::PlotShown { seat, card } => p.family_mut(seat).hand.reveal(card.index()),
            Change::SenateCardDrawn { card } => {
                p.plot.take(Some(card.index()));
                p.plot_discard.add(Some(card.index()));
            }
            Change::AgendaDealt { seat, card } => {
                p.agenda.take(card.map(Agenda::index));
                p.family_mut(seat).agenda = card.map_or(Held::Dark, Held::Known);
            }
            Change::AgendaShown { seat, card } => p.family_mut(seat).agenda = Held::Known(card),
            Change::EventsCounted { left } => p.events_left = left,
            Change::EventDrawn { card } => {
                p.event[card.index()] = p.event[card.index()].saturating_sub(1);
                p.event_discard[card.index()] += 1;
                p.events_left = p.events_left.saturating_sub(1);
            }
            Change::ForumDrawn { card } => {
                p.forum_pile &= !(1 << card.index());
                p.forum.push(OpenForum { card, ..OpenForum::default() });
            }
            Change::AttemptBegan { target, attacker, defender } => {
                let (attack, defence) = ([0; crate::cards::PLOTS], [0; crate::cards::PLOTS]);
                p.attempt = Some(Attempt { target, attacker, defender, attack, defence, bodyguard: false, done: 0 });
            }
            Change::AttemptEnded => p.attempt = None,
            _ => self.apply_commit(p),
        }
    }

    fn apply_commit(&self, p: &mut Position) {
        let Some(attempt) = &mut p.attempt else { return };
        match *self {
            Change::CardCommitted { seat, card: Some(card) } => {
                let side = if seat == attempt.attacker { &mut attempt.attack } else { &mut attempt.defence };
                side[card.index()] += 1;
            }
            Change::GuardCommitted { .. } => attempt.bodyguard = true,
            Change::CommitDone { seat } => attempt.done |= 1 << seat,
            _ => {}
        }
    }

    /// The change as `viewer` may know it (rule 0.7); `None` for what only the rules' own bookkeeping needs, and for
    /// choices made face down.
    #[must_use]
    pub fn redacted(self, viewer: Viewer) -> Option<Self> {
        let sees = |seat: Seat| viewer == Some(seat);
        Some(match self {
            Change::Push(_) | Change::Next(_) | Change::Pop | Change::DeathChecked { .. } => return None,
            Change::PlotDrawn { seat, .. } if !sees(seat) => Change::PlotDrawn { seat, card: None },
            Change::PlotStolen { from, to, .. } if !sees(from) && !sees(to) => {
                Change::PlotStolen { from, to, card: None }
            }
            Change::AgendaDealt { seat, .. } if !sees(seat) => Change::AgendaDealt { seat, card: None },
            Change::CardCommitted { seat, .. } | Change::GuardCommitted { seat } if !sees(seat) => return None,
            other => other,
        })
    }
}

/// Rules 2.5 to 2.7, and the emperor's coins of 2.10 and 21.1.
fn take_offices(p: &mut Position) {
    for seat in 0..p.count {
        match p.family(seat).role {
            Some(Role::Emperor) => {
                p.emperor = Some(seat);
                p.family_mut(seat).coins = if p.solo() { 20 } else { 10 };
            }
            Some(Role::Heir) => p.heir = Some(seat),
            Some(Role::Senator) => p.senate.push(owner(seat)),
            None => {}
        }
    }
}

/// Rules 16.4, 16.4.1 and 19.20.5.
fn bury(p: &mut Position, seat: Seat) {
    p.owing &= !(1 << seat);
    let f = p.family_mut(seat);
    f.deaths += 1;
    f.unused += f.used + f.spent;
    f.used = 0;
    f.spent = 0;
    wake(f);
}

fn wake(family: &mut crate::position::Family) {
    family.plots = None;
    family.copies = [None; Copied::ALL.len()];
}

fn lapse(p: &mut Position, seat: Seat, until: Moment) {
    let f = p.family_mut(seat);
    f.copies.iter_mut().chain([&mut f.plots]).filter(|m| **m == Some(until)).for_each(|m| *m = None);
}

/// Every building of a province, estates by seat.
pub fn buildings(p: &Position, at: Province) -> impl Iterator<Item = Building> + '_ {
    let estates = p.each().filter(move |(_, f)| f.estates & only(at) != 0).map(|(s, _)| Building::Estate(s));
    estates.chain((p.aqueducts & only(at) != 0).then_some(Building::Aqueduct))
}

/// The provinces of a set with nothing built and no enemies (rules 9.4 to 9.6).
pub fn free_land(p: &Position) -> impl Iterator<Item = Province> + use<> {
    provinces(!(p.built() | p.hostile()) & ((1 << crate::tables::PROVINCES) - 1))
}
