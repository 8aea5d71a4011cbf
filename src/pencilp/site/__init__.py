"""The page as a folder of files that any web server can serve: the solver runs in the browser (``pencilp site``).

``packages`` fetches Pyodide and clingo for the browser, ``bundle`` packs pencilp, ``build`` writes the folder. ``worker`` runs
in the browser.
"""
