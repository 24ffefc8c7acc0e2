#!/usr/bin/env python3
"""A sink: appends a line per entry to the file named in {"options": {"file": "news/lines.txt"}}.

The mark is the length of the file after the last delivery that was confirmed: what a kill left behind it is cut off, so that
nothing stands there twice.
"""
import json
import os
import sys


def say(**line):
    print(json.dumps(line, ensure_ascii=False), flush=True)


def deliver(file, deliveries):
    for delivery in deliveries:
        entry = delivery["entry"]
        title = " ".join(entry.get("title", "").split())
        file.write(f"{title}\t{entry.get('url', '')}\n".encode())
    file.flush()
    os.fsync(file.fileno())
    say(type="receipt", confirmed=[delivery["id"] for delivery in deliveries], mark=str(file.tell()))


file = None
path = "lines.txt"
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        path = (request.get("options") or {}).get("file", path)
        say(type="hello", version=1, role="sink")
    elif request["type"] == "open":
        try:
            file = open(path, "ab")
            if "mark" in request:
                size = file.seek(0, os.SEEK_END)
                file.truncate(min(int(request["mark"]), size))
                file.seek(0, os.SEEK_END)
            say(type="ready")
        except OSError as error:
            say(type="error", message=f"{path}: {error.strerror}; name it in \"paths\"")
    elif request["type"] == "deliver":
        deliver(file, request["deliveries"])
    elif request["type"] == "close":
        file.close()
        say(type="closed")
        break
