//! referee_cards
