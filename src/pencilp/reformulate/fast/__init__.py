"""Quick forms of structures: what is searched instead of a structure's rules. One file for each kind of structure."""
