#!/usr/bin/env python3
"""A stage: stars titles, drops trains, holds tomorrow, dies over poison."""
import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        answer = {"type": "hello", "version": 1, "role": "stage"}
    else:
        entry = request["entry"]
        title = entry.get("title", "")
        if "poison" in title:
            sys.exit("it was poison")
        elif "train" in title:
            answer = {"type": "drop", "reason": "about trains"}
        else:
            answer = {"type": "keep", "entry": {**entry, "title": "★ " + title}}
    print(json.dumps(answer), flush=True)
