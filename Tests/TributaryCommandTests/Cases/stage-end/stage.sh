#!/bin/sh
# A stage that takes its time at the end and leaves a process behind, which holds the pipe open as long as it lives.
sleep 300 >alive 2>/dev/null &
while read -r line; do
    case $line in
    *'"hello"'*) echo '{"type":"hello","version":1,"role":"stage"}' ;;
    *) echo '{"type":"keep"}' ;;
    esac
done
sleep 0.2
