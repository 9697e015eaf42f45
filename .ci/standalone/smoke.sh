#!/usr/bin/env bash
# smoke.sh ARCHIVE: plays the archive for this Linux where there is no Node.js, no PATH and no HOME, and nothing may be
# written beside it: version, completion, tour, import, an agent, an update, and a system without glibc.
set -euo pipefail

archive=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
place="$work/a place of its own"
mkdir "$place"
tar -xzf "$archive" -C "$place"
mkdir -m 777 "$work/mine"
cd "$work/mine"

# Root may write anywhere, so somebody else plays.
somebody=()
if [ "$(id -u)" = 0 ]; then somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups); else chmod -R a-w "$place/emk"; fi
own=("EMK_CONFIG_DIR=$work/mine/config" "EMK_STATE_DIR=$work/mine/state" "TMPDIR=$work/mine")
emk() { "${somebody[@]}" env -i PATH=/nowhere "${own[@]}" "$place/emk/bin/emk" "$@"; }

[ "$(emk --version)" = "$(cat "$place/emk/package/dist/version.txt")" ]
emk --help | grep -q lists
for shell in bash zsh fish; do emk completion "$shell" | grep -q emk; done
(echo email && printf 'reader%s@example.com\n' {1..50}) >people.csv
emk --sandbox import people.csv --list Newsletter --yes --allow-automations -o json >import.json
grep -q '"verified": 50' import.json
hello='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"smoke","version":"1"}}}'
emk --sandbox mcp <<<"$hello" | grep -q '"name":"emk"'
emk --sandbox sandbox run -- emk lists list -o json | grep -q Newsletter
emk sandbox tour --no-input >tour.txt
grep -q 'Log in with' tour.txt

# An update is unpacked over the old one, and runs on what is there.
tar -xzf "$archive" -C "$place"
emk --sandbox lists list -o json | grep -q Newsletter
[ -z "$(find "$place" -newer "$work/mine/tour.txt" -type f)" ] || { echo 'emk wrote into its own folder.' >&2; exit 1; }

# Only busybox needs no library, so it stands for a system with another one.
if [ "$(id -u)" = 0 ] && command -v busybox >/dev/null && [ -z "$(ldd "$(command -v busybox)" 2>/dev/null)" ]; then
  mkdir "$work/musl" "$work/musl/bin"
  cp "$(command -v busybox)" "$work/musl/bin/sh"
  cp -r "$place/emk" "$work/musl/emk"
  code=0
  chroot "$work/musl" /emk/bin/emk --version 2>"$work/said" || code=$?
  [ "$code" = 3 ] && grep -q 'musl' "$work/said"
else
  echo 'There is no static busybox: a system without glibc was not played.'
fi
echo "emk $(emk --version) works without Node.js"
