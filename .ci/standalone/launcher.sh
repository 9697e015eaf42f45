#!/bin/sh
# Starts emk with the Node.js beside it, also through links to this file. It needs no other program, unless it is a link.
loader=''

case $0 in
  */*) self=$0 ;;
  *) self=./$0 ;;
esac
while [ -h "$self" ]; do
  target=$(command -p readlink "$self") || exit 1
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
root=$(CDPATH='' cd "${self%/*}/.." && pwd) || exit 1

if [ -n "$loader" ] && [ ! -e "$loader" ]; then
  echo 'error: This emk needs Linux with glibc, and this system has another C library, such as musl on Alpine Linux.' >&2
  echo '  Install Node.js with the packages of your system (apk add nodejs npm), then: npm install -g emk-cli' >&2
  exit 3
fi
exec "$root/node/node" "$root/package/bin/emk.js" "$@"
