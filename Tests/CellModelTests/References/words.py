"""Writes words.txt: words of several languages in the order of the Unicode Collation Algorithm (pip: pyuca).

Only letters stand here whose place Windows and Unicode agree on; case is folded before.
"""
from pathlib import Path
from pyuca import Collator

WORDS = """
cote coté côte côté resume résumé resumé zebra ärger arger arg éclair eclair eclat élan über uber uberall überall ångström
angst angel anger straße strasse strassen strasst öl ol oli øl øre ore pi naïve naive nail façade facade fachwerk señor senor
senior sentir año ano anoche niño nino piñata pinata córdoba cordoba œuvre oeuvre oese æsop aesop aether cœur coeur coexist
žena zena zenit čas cas casa šum sum summa škoda skoda ďábel dabel řeka reka ťava tava ůl ul ulm ğ g gh şeker seker
ősz osz űr ur urn őr or ą a ab ę e eb ś s sb ż z zb źb zc ņ n nb ķ k kb ģ gb ļ l lb việt viet vietnam ế ề ể ệ́ ệ
άνθος ανθος ανθός ανθη βήτα βητα γάμμα ωμέγα ωμεγα ώρα ωρα ύλη υλη υλικό ϊ ι ΐ ᾳ αα ἀρχή αρχη αρχι ῥόδον ροδον
ёлка елка ель ёж еж ежа жук вода дом ера школа язык
alpha beta gamma delta alphabet alphabetical ab abc abd b
"""


def main():
    collator = Collator()
    words = sorted(set(word.lower() for word in WORDS.split()), key=collator.sort_key)
    Path(__file__).with_name("words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


main()
