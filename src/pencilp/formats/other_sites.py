"""Names of other sites and programs, for the error if somebody gives a link of theirs."""

from __future__ import annotations

from pencilp.errors import InputError

SITES = {
    "swaroopg92.github.io": "Penpa", "penpa-edit": "Penpa", "opt-pan.github.io": "Penpa", "kanpen.net": "kanpen",
    "cross-plus-a.com": "Cross+A",
    "puzsq.": "puzsq", "janko.at": "janko.at", "krazydad.com": "KrazyDad",
    "conceptispuzzles.com": "Conceptis", "brainbashers.com": "BrainBashers", "nonograms.org": "nonograms.org",
    "webpbn.com": "webpbn", "gmpuzzles.com": "GMPuzzles", "logicmastersindia.com": "Logic Masters India",
    "logic-masters.de": "Logic-Masters", "noq.solutions": "Noq",
}  # fmt: skip
"""Part of a site's address -> name of its links."""
LINK_SHORTENERS = ("tinyurl.com", "bit.ly", "git.io", "is.gd", "t.co", "goo.gl", "tiny.cc", "shorturl.at")
"""Sites whose links redirect to others."""


def of_other_site(link: str) -> str:
    """Return the message for a link of another site; "" for any other text."""
    bare = link.strip()[:500].lower()
    bare = bare.removeprefix("https://").removeprefix("http://").removeprefix("www.")
    where = bare.replace("?", "#").partition("#")[0]
    host = where.partition("/")[0]
    if "." not in host or not host.replace(".", "").replace("-", "").isalnum():
        return ""
    if host in LINK_SHORTENERS:
        return f"this is a short link of {host}: open it in a browser and give the address that it leads to"
    name = next((name for part, name in SITES.items() if part in where), None)
    if name is None and host.startswith("puzzle-") and host.endswith(".com"):
        name = host
    if name == "Penpa":
        return "this Penpa link has no drawing, which is behind m=edit&p=: was it copied whole?"
    return "" if name is None else f"{name} links are not read yet; puzz.link links are"


def refuse_other_sites(link: str) -> None:
    """Raise InputError for a link of a known site or program that pencilp does not read."""
    says = of_other_site(link)
    if says:
        raise InputError(says)
