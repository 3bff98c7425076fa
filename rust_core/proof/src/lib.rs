//! Proofs: everything a referee checks, and a player makes, with keys (protocol P4–P12, P20, P21).
//!
//! Checks take what came from outside as bytes, know nothing secret and may take time that depends on it. Makers
//! (`prove`, `deal`, the methods of [`secrets`]) use constant-time arithmetic on secrets, wipe them, and take their
//! fresh randomness from the caller: this crate never asks the system for anything, so the same input gives the same
//! output everywhere.
//!
//! | module | section | what |
//! |---|---|---|
//! | [`ed25519`] | P4 | the one verifier of signatures |
//! | [`group`] | P5 | points, scalars, hashing to both |
//! | [`dleq`] | P7 | parts and their proofs |
//! | [`dealing`], [`key`] | P8 | dealings, complaints, joint keys, combining parts |
//! | [`salt`] | P8 | nonces and the joint salt |
//! | [`roll`] | P9 | from a step to its seed |
//! | [`deck`], [`shuffle`], [`prescribed`] | P10 | cards, shuffles, proofs |
//! | [`draw`], [`seal`] | P11, P12 | hidden draws, openings, sealed choices |
//! | [`endorse`] | P20 | ML-DSA-65 signatures |
//! | [`secrets`] | P21 | what a member holds |
//!
//! A roll of a committee of one, from its secrets to the seed:
//!
//! ```
//! use referee_proof::dealing::{Deal, Dealing};
//! use referee_proof::key::{Committee, JointKey, Purpose};
//! use referee_proof::roll::{self, Moment};
//! use referee_proof::secrets::Secrets;
//!
//! # fn main() -> Result<(), referee_proof::Fault> {
//! // In a real match the roots and the fresh bytes come from the system, once each.
//! let (match_id, start, salt) = ([1; 32], [2; 32], [3; 32]);
//! let secrets = Secrets::from_root(&[4; 32]);
//! let here = secrets.in_match(&match_id, 0);
//! let committee = Committee { threshold: 1, members: vec![0] };
//! let deal = Deal { match_id: &match_id, purpose: Purpose::Roll, dealer: 0, committee: &committee };
//!
//! let sent = here.deal(&deal, &[*secrets.box_key()], &[5; 32]).ok_or(referee_proof::Fault::Dealing)?;
//! let dealing = Dealing::check(&deal, &sent)?;
//! let key = JointKey::from_commitments(committee.clone(), &[dealing.commitments()])?;
//! let share = here.share(&[(deal, &dealing)]).map_err(|_| referee_proof::Fault::Share)?;
//!
//! let alpha = Moment { start: &start, branch: &[], step: 1 }.roll_alpha(&salt);
//! let point = roll::point(key.x(), &alpha);
//! let part = share.part(&point, &match_id, &[6; 32]);
//! let d = key.check_part(0, &part, &point, &match_id)?;
//! let gamma = key.combine(&[(0, d)]).ok_or(referee_proof::Fault::Part)?;
//! let seed = roll::seed(key.x(), &alpha, &gamma);
//! assert!((1..=6).contains(&referee_kernel::stream::Stream::from_seed(&seed).die(6)));
//! # Ok(())
//! # }
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod cases;
pub mod dealing;
pub mod deck;
pub mod dleq;
pub mod draw;
pub mod ed25519;
pub mod endorse;
pub mod fault;
pub mod group;
pub mod key;
pub mod nonce;
pub mod pack;
pub mod prescribed;
pub mod roll;
pub mod salt;
pub mod seal;
pub mod secrets;
pub mod shuffle;

pub use fault::Fault;
