#!/usr/bin/env python3
"""An adapter: counts. Each reading brings one entry more than the one before ({"options": {"step": 1}})."""
import json
import sys


def say(**line):
    print(json.dumps(line, ensure_ascii=False), flush=True)


def read(step, validators):
    """One reading: everything that has been counted so far, and the state for the next time."""
    last = int(validators.get("state", "0")) + step
    say(type="feed", feed={"title": "Counter", "home_page_url": "https://example.org/counter"})
    for number in range(last, 0, -step):
        say(
            type="entry",
            entry={
                "id": str(number),
                "url": f"https://example.org/counter/{number}",
                "title": f"Number {number}",
                "content_text": f"番号 {number}",
                "tags": ["even" if number % 2 == 0 else "odd"],
            },
        )
    say(type="done", validators={"state": str(last)})


options = {}
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        options = request.get("options") or {}
        say(type="hello", version=1, role="adapter")
    elif request["type"] == "read":
        read(int(options.get("step", 1)), request.get("validators") or {})
    else:
        say(type="error", message=f"this adapter does not know how to {request['type']}")
