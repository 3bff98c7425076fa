"""Referee: board games by mail that check themselves."""
