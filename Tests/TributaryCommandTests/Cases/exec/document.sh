#!/bin/sh
# Gives a document, relative to where it stands.
read -r hello
echo '{"type":"hello","version":1,"role":"adapter"}'
read -r request
echo "looking at $(basename "$PWD")" >&2
cat <<'END'
{"type":"document","url":"https://example.org/feed","text":"<rss version=\"2.0\"><channel><title>Gauge</title><item><title>水位</title><link>/1</link><guid>g1</guid></item></channel></rss>"}
END
