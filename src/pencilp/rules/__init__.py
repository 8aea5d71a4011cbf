"""The vocabulary of rules that genres share.

A function takes the model first, and adds its rules there with the text that the caller gives. It uses only the cells,
edges and corners of a lattice, so it works on square and hexagonal boards. Some functions add no rule: they return
cells, literals, or a structure that other functions take. docs/vocabulary.md lists all of them by their rules.

Genre modules import each function from its module, so that only the modules they need are loaded.
"""
