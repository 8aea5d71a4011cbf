"""The page in the browser: ``pencilp serve``.

========== ===========================================================================================================
file       what it is for
========== ===========================================================================================================
drafts     a board that may be unfinished, as JSON
jobs       the requests of the page: each is a function from JSON to JSON, called in a worker process
worker     a worker process
pool       the worker processes, and the requests that wait for one
guards     checks of a request before it is read
app        the addresses of the server
server     starts the server
page/      the files for the browser: scripts and styles
========== ===========================================================================================================
"""
