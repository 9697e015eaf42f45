#!/usr/bin/env bash
# Copies an account into a folder, a file of JSON lines for each list: EMK_PROFILE=shop copy-account.sh FOLDER
# What stands below a record has a file by its id, such as segments-recipients/7.jsonl. The folder is made anew each time.
set -euo pipefail
folder=$1
rm -rf "$folder.part"

# copy FILE COMMAND...: the records of one list, all of them or none.
copy() { mkdir -p "$(dirname "$folder.part/$1")"; emk "${@:2}" -o jsonl --quiet --out "$folder.part/$1.jsonl"; }
# below FILE PARENTS COMMAND...: the same of the list below each record.
below() {
  emk "$2" list -o id --quiet --out "$folder.part/ids"
  while read -r id; do copy "$1/$id" "${@:3}" "$id" </dev/null; done <"$folder.part/ids"
  rm "$folder.part/ids"
}

for list in lists contacts fields segments unsubscribes groups senders templates mailings automations \
  notifications; do copy "$list" "$list" list; done
for kind in mailings automations; do copy "$kind-results" "$kind" results; done
below segments-recipients segments segments recipients list
below groups-recipients groups groups recipients list
below automations-emails automations automations emails list
rm -rf "$folder" && mv "$folder.part" "$folder"
