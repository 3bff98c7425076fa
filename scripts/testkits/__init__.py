"""The cases of turns/testkit, by what they are about."""
