"""The rules of the games once more, written from the specification and not from the Rust.

`game` and `match` say what a game is made of, `open` puts one on the wire, `library` finds the
rules of a charter; `shapes` and `piles` are for what several games have. Every game has a module or
a package of its own; `pig` is the smallest.
"""
