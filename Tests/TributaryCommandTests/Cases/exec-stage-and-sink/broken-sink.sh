#!/bin/sh
# A sink that takes nothing.
while read -r line; do
    case $line in
        *'"type":"hello"'*) echo '{"type":"hello","version":1,"role":"sink"}' ;;
        *'"type":"open"'*) echo '{"type":"ready"}' ;;
        *'"type":"close"'*) echo '{"type":"closed"}' ;;
        *) echo '{"type":"error","message":"the box is full","retry_after":60}' ;;
    esac
done
