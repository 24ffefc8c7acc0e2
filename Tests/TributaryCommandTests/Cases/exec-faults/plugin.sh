#!/bin/sh
# Says hello as an adapter and then does wrong, in the way that its first word names.
hello='{"type":"hello","version":1,"role":"adapter"}'
read -r line
case $1 in
    newer) echo '{"type":"hello","version":2,"role":"adapter"}' ;;
    stage) echo '{"type":"hello","version":1,"role":"stage"}' ;;
    *) echo "$hello" ;;
esac
read -r line
case $1 in
    crash) echo "out of ink" >&2; exit 3 ;;
    hang) exec sleep 6127 ;;
    flood) while :; do echo '{"type":"entry","entry":{"id":"1","title":"again"}}'; done ;;
    nonsense) echo "Traceback (most recent call last):"; exec sleep 6127 ;;
    closes) exec >&-; exec sleep 6127 ;;
    stubborn) trap '' TERM; while :; do sleep 6127; done ;;
    forks) sleep 6137 & exit 1 ;;
    half) printf '{"type":"done"' ;;
    long) exec tr '\0' x </dev/zero ;;
    good) echo '{"type":"entry","entry":{"id":"1","title":"All is well"}}'; echo '{"type":"done"}'; cat ;;
esac
