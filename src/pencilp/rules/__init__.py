"""The vocabulary of rules that genres share.

A word takes the model first, and states its rules there in the words for people that its caller gives. It speaks of a
lattice's cells, edges and corners, so that it holds on square and hexagonal boards alike. Some words state nothing:
they return what a rule needs, such as cells, literals, or a structure that other functions use. docs/vocabulary.md
lists them all by what a rule says.

A page imports each word from its module, so that only the modules it needs are loaded.
"""
