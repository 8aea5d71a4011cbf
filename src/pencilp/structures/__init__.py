"""Structures that rules of several genres are about: groups, loops, paths, regions and others. Each has a file."""
