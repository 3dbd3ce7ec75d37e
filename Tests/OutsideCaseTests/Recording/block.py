"""The cells that the recorded calls refer to: columns A to T of one sheet.

A number, text or bool stands for itself, None for a blank cell, and a text that begins with "=" for a formula.
"""

COLUMNS = {
    "A": [3, 1, 4, 1.5, 9, 2.6, 5, 3.5, 8, 9.7, 9, 3],
    "B": [-2.5, 7, 0, 12.25, -8, 3, 100, 0.001, -1, 44, 6, -15],
    "C": [5, "apple", 7, None, "12", -3, '=""', "TRUE", 2.5, "pear", 43000, 0],
    "D": ["apple", "Banana", "cherry", "apple", "date", "Ärger", "a*b", "fig?", "10", "Apple pie", None, "zebra"],
    "E": [40179, 40298, 40544, 40877, 41061, 41334, 41699, 42064, 42369, 42794, 43281, 44196],
    "F": [-1000, 150, 250.5, 300, 420, 510, -20, 75, 60.25, 12, 8, 1],
    "G": [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233],
    "H": [4, "=NA()", 7, "=1/0", "x", 2, 11, None, 6, "y", 3, 1],
    "I": [None] * 12,
    "J": [0.1, 0.2, 0.3, 0.15, 0.25, 0.05, 0.6, 0.5, 0.75, 0.9, 0.01, 0.4],
    "K": [12, 7, 30, 18, 25, 9, 14, 21, 16, 5, 11, 27],
    "L": ["Fruit", "apple", "pear", "apple", "fig", "pear", "Apple", "kiwi", None, None, None, None],
    "M": ["Count", 3, 5, 8, 1, 12, 7, 4, None, None, None, None],
    "N": ["Price", 1.25, 2, 0.8, 3.5, 1.9, 1.1, 2.2, None, None, None, None],
    "O": ["Fruit", "apple", None, "Price", ">=1.9", None, "Count", ">100", None, "Fruit", "pear", "fig"],
    "P": ["Count", ">2", None, "Price", "<3", None, "Fruit", "<>apple", None, "Count", ">1", "<5"],
    "R": [30, 21, 29, 31, 40, 48, 53, 47, 37, 39, 31, 29, 17, 9, 20, 24, 27, 35, 41, 38, 27, 31, 27, 26],
    "S": list(range(1, 25)),
    "T": [True, False, True, True, None, 2, "a", False, True, "b", 0, 1],
}


def cells():
    """The cells that are not blank: address and content."""
    for column, values in COLUMNS.items():
        for row, value in enumerate(values, 1):
            if value is not None:
                yield f"{column}{row}", value
