//! The numbers in the effects of event cards, read from the card set.

use referee_kernel::json::Value;

use crate::form::Form;

/// Declares the numbers: field, card, key in the card's `numbers`, and the range the documents can hold.
macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $card:literal $key:literal $low:literal ..= $high:literal;)+) => {
        /// What the event cards add, take and count.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Numbers { $($(#[$doc])* pub $field: i8),+ }

        impl Numbers {
            /// Reads those of one card; a number that is missing or out of range is a mistake.
            pub(crate) fn read(&mut self, card: &str, numbers: &Value, form: &mut Form<'_>) {
                $(if card == $card {
                    self.$field = form.number(numbers, $key, $low, $high);
                })+
            }
        }
    };
}

numbers! {
    /// IP lost.
    unrest = "b_unrest" "imperium" -7 ..= -1;
    /// IP lost with a tribe south of the Danube.
    unrest_south = "b_unrest" "imperium_south" -7 ..= -1;
    /// IP lost.
    scandal = "b_scandal" "imperium" -7 ..= -1;
    /// Cards to discard instead.
    scandal_cards = "b_scandal" "cards" 1 ..= 5;
    /// Change of the Roman Attack Value.
    bad_omens = "b_bad_omens" "attack" -1 ..= -1;
    /// Change of the Roman Attack Value.
    good_omens = "b_good_omens" "attack" 1 ..= 1;
    /// IP lost.
    alexander = "b_alexander" "imperium" -7 ..= -1;
    /// Legions lost instead.
    alexander_legions = "b_alexander" "legions" 1 ..= 1;
    /// Cards to discard.
    donative_cards = "b_donative" "cards" 1 ..= 5;
    /// Lowest die that is a hit.
    siege_hit_from = "b_siege" "hit_from" 1 ..= 7;
    /// Legions lost.
    plague = "b_plague" "legions" 1 ..= 1;
    /// The smallest army that is hit.
    worsens_from = "b_plague_worsens" "from_legions" 1 ..= 7;
    /// Legions lost.
    worsens = "b_plague_worsens" "legions" 1 ..= 1;
    /// IP gained.
    auction = "r_auction" "imperium" 1 ..= 7;
    /// IP lost.
    single_combat_lost = "r_single_combat" "imperium_lost" 1 ..= 7;
    /// IP gained.
    commodus = "r_commodus" "imperium" 1 ..= 7;
    /// Bonus.
    ice = "r_ice" "attack" 0 ..= 20;
    /// Bonus against the Iazyges.
    ice_iazyges = "r_ice" "attack_iazyges" 0 ..= 20;
    /// Bonus against the Quadi.
    rain_quadi = "r_rain" "attack_quadi" 0 ..= 20;
    /// Leader value, as in the map file.
    maximianus = "r_maximianus" "leader_value" 0 ..= 10;
    /// Leader value, as in the map file.
    pertinax = "r_pertinax" "leader_value" 0 ..= 10;
    /// Legions brought.
    legio22 = "r_legio22" "legions" 1 ..= 1;
    /// Legions brought.
    slaves = "r_slaves" "legions" 1 ..= 1;
    /// Cards drawn.
    inquiry = "r_inquiry" "draw" 0 ..= 10;
    /// Bonus.
    tactical = "r_tactical" "attack" 0 ..= 20;
    /// Bonus.
    ambush = "r_ambush" "attack" 0 ..= 20;
    /// Cards drawn.
    retreat = "r_retreat" "draw" 0 ..= 10;
    /// Bonus.
    winter_quarters = "r_winter_quarters" "attack" 0 ..= 20;
    /// Legions moved.
    vexillationes = "r_vexillationes" "legions" 1 ..= 14;
    /// IP lost.
    atrocities = "r_atrocities" "imperium" -6 ..= 0;
    /// IP gained.
    reputation = "r_reputation" "imperium" 1 ..= 7;
    /// Cards looked at.
    informants = "r_informants" "look" 1 ..= 3;
    /// Cards discarded of these.
    informants_discard = "r_informants" "discard" 1 ..= 1;
    /// Cards drawn.
    fortuna = "r_fortuna" "draw" 0 ..= 10;
    /// Legions brought back.
    captives = "r_captives" "legions" 1 ..= 14;
    /// Legions brought back with a surrendered tribe.
    captives_surrendered = "r_captives" "legions_surrendered" 1 ..= 14;
    /// Barbarian cards drawn.
    harsh_winter = "r_harsh_winter" "draws" 1 ..= 3;
    /// Legions brought back.
    galen = "r_galen" "legions" 1 ..= 14;
    /// IP gained.
    marcomannia = "r_marcomannia" "imperium" 0 ..= 7;
    /// IP gained.
    sarmatia = "r_sarmatia" "imperium" 0 ..= 7;
    /// Leader value.
    maximus = "r_maximus" "leader_value" 0 ..= 10;
    /// Bonus.
    lightning = "r_lightning" "attack" 0 ..= 20;
    /// IP gained.
    column = "r_column" "imperium" 1 ..= 7;
}
