"""Reads a JSON list of texts and prints the width of each of their lines on a terminal, as Unicode has it."""
import json
import re
import sys
import unicodedata


def columns(line):
    plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1
        for c in plain
    )


print(json.dumps([[columns(line) for line in text.split("\n")] for text in json.load(sys.stdin)]))
