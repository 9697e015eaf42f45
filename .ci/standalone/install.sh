#!/bin/sh
# Installs emk @version@ with a Node.js of its own: sh install.sh [--prefix FOLDER] [--yes]
#
# It unpacks to FOLDER/lib/emk and links FOLDER/bin/emk. The folder is ~/.local unless --prefix names another, and outside
# your home folder it asks first; --yes answers. It writes only what has the right checksum. Run it again to upgrade.
# To uninstall, delete both.
set -eu

base='@base@'
version='@version@'

main() {
  prefix='' yes=''
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix) [ $# -gt 1 ] || fail '--prefix needs a folder.'; prefix=$2; shift ;;
      --yes) yes=1 ;;
      *) fail "This script has no option $1." 'Its options are --prefix FOLDER and --yes.' ;;
    esac
    shift
  done
  find_platform
  [ -n "$prefix" ] || prefix=${HOME:+$HOME/.local}
  [ -n "$prefix" ] || fail 'HOME is not set.' 'Name a folder: sh install.sh --prefix /opt/emk'
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  case $prefix/ in */../*) fail 'The folder may not contain "..".' ;; esac
  case $prefix/ in "${HOME:-/nowhere}"/*) ;; *) agree ;; esac
  [ ! -e "$prefix/lib/emk" ] || [ -x "$prefix/lib/emk/bin/emk" ] || fail "$prefix/lib/emk is something else. Nothing was changed."
  if [ -e "$prefix/bin/emk" ] || [ -h "$prefix/bin/emk" ]; then
    [ "$(readlink "$prefix/bin/emk" || :)" = ../lib/emk/bin/emk ] || fail "$prefix/bin/emk is another program. Nothing was changed."
  fi

  work=$(mktemp -d)
  next=''
  trap 'rm -rf "$work" ${next:+"$next"}' EXIT
  trap 'exit 130' INT TERM
  download "$base/$archive" "$work/$archive" || fail "$base/$archive could not be downloaded. Nothing was changed."
  [ "$(sum_of "$work/$archive")" = "$sum" ] || fail "$archive has the wrong checksum. Nothing was changed."

  mkdir -p "$prefix/lib" "$prefix/bin"
  next=$prefix/lib/emk.new.$$
  mkdir "$next"
  tar -xzf "$work/$archive" -C "$next"
  "$next/emk/bin/emk" --version >/dev/null || fail 'emk does not start on this system. Nothing was changed.'
  rm -rf "$prefix/lib/emk.old"
  [ ! -e "$prefix/lib/emk" ] || mv "$prefix/lib/emk" "$prefix/lib/emk.old"
  mv "$next/emk" "$prefix/lib/emk"
  rm -rf "$prefix/lib/emk.old"
  ln -sf ../lib/emk/bin/emk "$prefix/bin/emk"
  echo "emk $version is installed: $prefix/bin/emk"
  case :$PATH: in *":$prefix/bin:"*) ;; *) echo "To start it as emk, add its folder to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;; esac
}

fail() {
  echo "error: $1" >&2
  [ $# -lt 2 ] || echo "  $2" >&2
  exit 1
}

# Sets the archive for this system, and its checksum.
find_platform() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) platform=linux-x64 sum=@linux-x64@ loader=/lib64/ld-linux-x86-64.so.2 ;;
    Linux-aarch64) platform=linux-arm64 sum=@linux-arm64@ loader=/lib/ld-linux-aarch64.so.1 ;;
    Darwin-x86_64) platform=darwin-x64 sum=@darwin-x64@ loader='' ;;
    Darwin-arm64) platform=darwin-arm64 sum=@darwin-arm64@ loader='' ;;
    *) fail "There is no archive for $(uname -s) on $(uname -m)." 'With Node.js 20.19 or newer: npm install -g emk-cli' ;;
  esac
  [ -z "$loader" ] || [ -e "$loader" ] || fail 'The archive needs Linux with glibc, and this system has another C library, such as musl.' \
    'With Node.js 20.19 or newer: npm install -g emk-cli'
  archive=emk-$version-$platform.tar.gz
}

# Asks at the terminal, since the script itself may come through a pipe.
agree() {
  [ -z "$yes" ] || return 0
  if (: </dev/tty) 2>/dev/null; then
    printf 'Install emk into %s, outside your home folder? [y/N] ' "$prefix" >/dev/tty
    read -r answer </dev/tty
    case $answer in y | Y | yes) return 0 ;; esac
    fail 'Cancelled. Nothing was changed.'
  fi
  fail "$prefix is outside your home folder, and that needs a yes. Nothing was changed." 'In a script, add --yes.'
}

download() {
  if command -v curl >/dev/null; then curl -fsSL "$1" -o "$2"
  elif command -v wget >/dev/null; then wget -q "$1" -O "$2"
  else fail 'This needs curl or wget.'; fi
}

sum_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"
  elif command -v shasum >/dev/null; then shasum -a 256 <"$1"
  else openssl dgst -sha256 -r <"$1"; fi | cut -d ' ' -f 1
}

# Last, so that a script which arrived in part does nothing.
main "$@"
