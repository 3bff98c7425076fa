"""A second verifier of the referee protocol, in plain Python.

It shares no code with the package or its Rust core: its own codec, group, replay and rules.
Section marks such as P4 point to turns/FORMAT.md. Slow and not constant time: it holds no secrets.
"""
