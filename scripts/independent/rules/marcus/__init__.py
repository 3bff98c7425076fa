"""The Wars of Marcus Aurelius, by its rules.md; a module for each chapter or part of one.

`tables` reads the card set, `state` holds a position, `imports` judges where a match may begin,
`sequence` runs through the Year, and `campaign` asks and answers. Everything that asks is a
generator: what it yields is a `Question`, what is sent to it is the answer.
"""
