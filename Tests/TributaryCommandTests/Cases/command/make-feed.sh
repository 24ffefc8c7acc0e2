cat <<END
{"version": "https://jsonfeed.org/version/1.1", "title": "Made", "items": [{"id": "1", "title": "Made of a command"}]}
END
