#!/bin/sh
# A stage: writes titles in capitals, and drops entries that have none. Needs jq.
exec jq --unbuffered --compact-output '
    if .type == "hello" then {type: "hello", version: 1, role: "stage"}
    elif .type != "judge" then {type: "error", message: "this stage can only judge"}
    elif (.entry.title // "") == "" then {type: "drop", reason: "no title"}
    else {type: "keep", entry: (.entry | .title |= ascii_upcase)}
    end'
