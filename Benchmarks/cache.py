"""Caches of many entries, made by SQL."""
import json, os, pathlib, random, sqlite3, subprocess, sys

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / ".build/release/tributary"
FEEDS = 1_000


def words():
    """Texts with words as rare and as common as in language, half of them Japanese: title and text by number."""
    random.seed(1)
    names = ["".join(random.choices("abcdefghijklmnoprstuvw", k=random.randint(2, 9))) for _ in range(60_000)]
    latin = random.choices(names, [1 / rank for rank in range(1, len(names) + 1)], k=1 << 20)
    kana = [chr(code) for code in range(0x3042, 0x3094)]
    kanji = [chr(code) for code in range(0x4E00, 0x4E00 + 2_000)]
    japanese = random.choices(kana + kanji, [8] * len(kana) + [1] * len(kanji), k=1 << 20)
    number = 0
    while True:
        number += 1
        place = random.randrange((1 << 20) - 200)
        if number % 2:
            title, text = " ".join(latin[place:place + 5]), " ".join(latin[place + 5:place + 90])
        else:
            title, text = "".join(japanese[place:place + 12]), "".join(japanese[place + 12:place + 172])
        if number % 20_000 == 0:
            text += " seldomword 柱時計"
        yield number, title, text


def item(number, title, text):
    return {"id": f"i{number}", "title": title, "url": f"https://example.org/{number}", "content_html": f"<p>{text}</p>"}


def run(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments, "--config", folder / "config.json"], capture_output=True, text=True,
                          env=dict(os.environ, XDG_CACHE_HOME=str(folder / "cache")))
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, done.args))}: {done.stderr}")


def make(folder, count):
    """A folder with a configuration of a thousand feeds and the cache of so many entries, with texts of some 500 bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    feeds = [f"feed{number}.json" for number in range(FEEDS)]
    for name in feeds:
        (folder / name).write_text('{"version": "https://jsonfeed.org/version/1.1", "title": "%s", "items": []}' % name)
    (folder / "config.json").write_text(
        json.dumps({"feeds": feeds, "sinks": [{"use": "cache"}], "store": {"path": "store.db"}}))
    run(folder, "run")
    database = sqlite3.connect(folder / "store.db")
    database.execute("PRAGMA synchronous = OFF")
    ledger = """INSERT INTO ledger (number, subscription, place, first_seen, first_seen_nanoseconds, first_seen_offset,
        last_listed, last_listed_at, revision, hash_version, content_hash, kept_revision, entry, cached_at,
        sort_seconds, sort_nanoseconds, keys, read_at)
        VALUES (?1, 1 + ?1 % ?2, 0, 1700000000 + ?1 * 60, 0, 0, 1, 1, 0, 1, 1, 0, ?1, 1,
            1700000000 + ?1 * 60, 0, zeroblob(36), iif(?1 > 100, 1, NULL))"""
    entry = "INSERT INTO entry (id, number, revision, entry_id, title, url, json) VALUES (?1, ?1, 0, ?2, ?3, ?4, ?5)"
    key = "INSERT INTO ledger_key VALUES (1 + ?1 % ?2, ?3, ?4, ?1)"
    with database:
        for number, title, text in words():
            if number > count:
                break
            of = item(number, title, text)
            database.execute(ledger, (number, FEEDS))
            database.execute(entry, (number, of["id"], title, of["url"], json.dumps(of, ensure_ascii=False).encode()))
            for kind in range(1, 5):
                database.execute(key, (number, FEEDS, kind, random.getrandbits(64) - (1 << 63)))
        database.execute("UPDATE state SET value = ? WHERE name = 'next number'", (count + 1,))
    database.close()
