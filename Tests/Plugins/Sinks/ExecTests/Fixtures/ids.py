"""A sink that writes the ids of entries into the file `ids`, and ends without a word at a given delivery."""
import json
import sys

left = int(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "deliver":
        confirmed = []
        for delivery in request["deliveries"]:
            if left == 0:
                sys.exit(1)
            left -= 1
            with open("ids", "a", encoding="utf-8") as file:
                file.write(delivery["entry"].get("id", "").replace("\n", " ") + "\n")
            confirmed.append(delivery["id"])
        answer = {"type": "receipt", "confirmed": confirmed}
    else:
        answer = {
            "hello": {"type": "hello", "version": 1, "role": "sink"},
            "open": {"type": "ready"},
            "close": {"type": "closed"},
        }[request["type"]]
    print(json.dumps(answer), flush=True)
