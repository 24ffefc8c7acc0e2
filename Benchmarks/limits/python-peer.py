#!/usr/bin/env python3
"""Reads feeds through a library of Python's and counts their entries.

usage: python-peer.py fastfeedparser|feedparser_rs LIST FOLDER"""
import importlib, sys

if len(sys.argv) != 4:
    sys.exit(__doc__)
library = importlib.import_module(sys.argv[1])
feeds = entries = size = failed = 0
with open(sys.argv[2]) as names:
    for name in names:
        with open(f"{sys.argv[3]}/{name.rstrip()}", "rb") as file:
            document = file.read()
        size += len(document)
        try:
            entries += len(library.parse(document).entries)
            feeds += 1
        except Exception:
            failed += 1
print(f"feeds={feeds} entries={entries} bytes={size} failed={failed}")
