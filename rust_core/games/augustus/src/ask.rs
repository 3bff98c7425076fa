//! Kinds of decisions (interface section 4).

use referee_kernel::rule::Rule;

use crate::position::{Phase, Position, Step};
use crate::tables::{Attack, Power, Tables};

/// A kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// 2.6
    Draft,
    /// 3.5
    Placement,
    /// 10.2, 10.3
    Mobilise(Power),
    /// 10.4
    CompleteObjective,
    /// 10.6
    Rearrange,
    /// 10.6.1
    PutBack,
    /// 10.9 to 10.12
    Attack(Attack),
    /// 7.10
    GiveTile,
    /// 6.6
    Claim,
    /// 4.5
    Choose,
}

impl Ask {
    /// The interface's name.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Placement => "placement",
            Self::Mobilise(_) => "mobilise",
            Self::CompleteObjective => "complete_objective",
            Self::Rearrange => "rearrange",
            Self::PutBack => "put_back",
            Self::Attack(Attack::OneLegion | Attack::TwoLegions) => "lose_legions",
            Self::Attack(Attack::AllLegions) => "clear",
            Self::Attack(Attack::ControlledObjective) => "lose_objective",
            Self::GiveTile => "give_tile",
            Self::Claim => "claim",
            Self::Choose => "choose",
        }
    }

    /// The rule that asks.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Draft => Rule("2.6"),
            Self::Placement => Rule("3.5"),
            Self::Mobilise(Power::MobiliseAny { .. }) => Rule("10.3"),
            Self::Mobilise(_) => Rule("10.2"),
            Self::CompleteObjective => Rule("10.4"),
            Self::Rearrange => Rule("10.6"),
            Self::PutBack => Rule("10.6.1"),
            Self::Attack(Attack::OneLegion) => Rule("10.9"),
            Self::Attack(Attack::TwoLegions) => Rule("10.10"),
            Self::Attack(Attack::AllLegions) => Rule("10.11"),
            Self::Attack(Attack::ControlledObjective) => Rule("10.12"),
            Self::GiveTile => Rule("7.10"),
            Self::Claim => Rule("6.6"),
            Self::Choose => Rule("4.5"),
        }
    }

    /// Whether several seats may be asked at the same time (11.5).
    #[must_use]
    pub const fn is_simultaneous(self) -> bool {
        matches!(self, Self::Draft | Self::Placement | Self::Attack(_))
    }
}

impl Position {
    /// The decision under way, if seats are asked at all.
    #[must_use]
    pub fn ask(&self, tables: &Tables) -> Option<Ask> {
        match self.phase {
            Phase::Draft => Some(Ask::Draft),
            Phase::Placement => Some(Ask::Placement),
            Phase::Setup | Phase::Draw | Phase::Over => None,
            Phase::Resolution => {
                let r = self.resolution.as_ref()?;
                let power = r.power.map_or(Power::None, |n| tables.objective(n).power);
                match (r.step, power) {
                    (Step::Refill, _) => None,
                    (Step::Mobilise, power) => Some(Ask::Mobilise(power)),
                    (Step::Complete, _) => Some(Ask::CompleteObjective),
                    (Step::Rearrange, _) => Some(Ask::Rearrange),
                    (Step::Put, _) => Some(Ask::PutBack),
                    (Step::Attack, Power::Attack(attack)) => Some(Ask::Attack(attack)),
                    (Step::Attack, _) => None,
                    (Step::Give, _) => Some(Ask::GiveTile),
                    (Step::Claim, _) => Some(Ask::Claim),
                    (Step::Choose, _) => Some(Ask::Choose),
                }
            }
        }
    }
}
