#!/bin/sh
# An ordinary `mongod` command: MongoDB 7.0.15 for Windows x64, run under Wine.
# Takes mongod's options with ordinary Unix paths; SIGINT stops it cleanly, SIGTERM and SIGKILL at once (the journal recovers).
# Next to this file: mongod.exe (patched, see patch-mongod.ts) and, if Wine is not installed, wine/ (see wine.ts).
set -e
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
for root in "$here/wine/usr" /usr; do
  wine=$root/lib/wine/wine64; dlls=$root/lib/x86_64-linux-gnu/wine/x86_64-windows
  [ -x "$wine" ] && [ -e "$dlls/kernel32.dll" ] && break
  wine=
done
[ -n "$wine" ] || { echo "mongod: no Wine (apt-get install --no-install-recommends wine64)" >&2; exit 127; }
[ "$root" = /usr ] || export LD_LIBRARY_PATH="$root/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# A prefix made by hand: Wine's DLLs by symlink, no wineboot (50 kB and no time, instead of 700 MB and 8 s).
export WINEPREFIX="${MONGOD_WINEPREFIX:-$here/prefix-$(id -u)}"
if [ ! -e "$WINEPREFIX/dosdevices/c:" ]; then
  tmp=$WINEPREFIX.$$
  mkdir -p "$tmp/dosdevices" "$tmp/drive_c/windows" "$tmp/drive_c/users"
  ln -s ../drive_c "$tmp/dosdevices/c:"; ln -s / "$tmp/dosdevices/z:"
  printf disable > "$tmp/.update-timestamp"
  ln -s "$dlls" "$tmp/drive_c/windows/system32"
  mv -T "$tmp" "$WINEPREFIX" 2>/dev/null || rm -rf "$tmp"   # another start may have been first
fi
[ "$(readlink "$WINEPREFIX/drive_c/windows/system32")" = "$dlls" ] || ln -sfn "$dlls" "$WINEPREFIX/drive_c/windows/system32"
export WINELOADER="$wine" WINESERVER="$root/lib/wine/wineserver64" WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=;explorer.exe=;services.exe=;plugplay.exe=;winedevice.exe='
unset DISPLAY WAYLAND_DISPLAY

n=$# path= info=
while [ "$n" -gt 0 ]; do
  a=$1; shift; n=$((n - 1))
  if [ -n "$path" ]; then
    case $a in /*) a=Z:$a ;; *) a=Z:$PWD/$a ;; esac; path=
  else
    case $a in
      --dbpath|--logpath|--keyFile|--config|-f|--pidfilepath|--timeZoneInfo|--tlsCAFile|--tlsCertificateKeyFile) path=1 ;;
      --*=/*) a=${a%%=*}=Z:${a#*=} ;;
      --nounixsocket) continue ;;
      --version|--help|-h) info=1 ;;
    esac
  fi
  set -- "$@" "$a"
done
# The diagnostic data collector reads Windows performance counters, which Wine has not; with it mongod aborts.
[ -n "$info" ] || set -- "$@" --setParameter diagnosticDataCollectionEnabled=false
exec "$wine" "$here/mongod.exe" "$@"
