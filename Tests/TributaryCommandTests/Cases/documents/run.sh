# Runs once for each day that is named, with another document of some 500 bytes that can hardly be compressed.
for day; do
    noise=$(for part in 1 2 3 4 5 6 7 8; do echo "$day $part" | sha256sum | cut -c1-64; done | tr -d '\n')
    echo '{"version": "https://jsonfeed.org/version/1.1", "title": "Days", "items": [{"id": "day'"$day"'", "title": "第'"$day"'日", "content_text": "'"$noise"'"}]}' > days.json
    tributary run --config config.json --feed Days 2>> errors
done
