"""The page in the browser: ``pencilp serve``.

========== ===========================================================================================================
file       what it is for
========== ===========================================================================================================
drafts     a board in the making, as the page sends and gets it
jobs       what a page can ask for: each a function from JSON to JSON, made in a process of its own
worker     such a process
pool       the processes, and who waits for one
guards     what is refused before anything is read
app        the addresses of the server
server     starts it
page/      what the browser gets: modules and styles, as they are
========== ===========================================================================================================
"""
