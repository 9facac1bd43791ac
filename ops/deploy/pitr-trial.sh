#!/bin/bash
# A trial of point-in-time recovery on a scratch cluster: what was committed before the target time is there afterwards, what was
# committed later is not. Run it as postgres, with Debian's postgresql and pgbackrest: ops/deploy/pitr-trial.sh
set -euo pipefail
bin=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin | tail -1)}
dir=$(mktemp -d)
port=${PORT:-55432}
trap '"$bin/pg_ctl" -D "$dir/main" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT

# The configuration of this folder, at other places.
sed -e "s|^\[global\]\$|&\nlog-path=$dir/log\nlock-path=$dir/lock\nrepo1-cipher-pass=trial|" \
  -e "s|^repo1-path=.*|repo1-path=$dir/repo|; s|^spool-path=.*|spool-path=$dir/spool|" \
  -e "s|^pg1-path=.*|pg1-path=$dir/main\npg1-port=$port\npg1-socket-path=$dir|" \
  "$(dirname "$0")/pgbackrest.conf" >"$dir/pgbackrest.conf"
backrest() { pgbackrest --config="$dir/pgbackrest.conf" --stanza=dealdwaar --log-level-console=warn "$@"; }
sql() { psql -h "$dir" -p "$port" -d postgres -qAtX -c "$1"; }
start() { "$bin/pg_ctl" -D "$dir/main" -l "$dir/server.log" -w start >/dev/null; }

mkdir "$dir/log" "$dir/lock" "$dir/repo" "$dir/spool"
"$bin/initdb" -D "$dir/main" -A trust -E UTF8 --locale=C.UTF-8 --data-checksums >/dev/null
{
  sed "s|pgbackrest --stanza|pgbackrest --config=$dir/pgbackrest.conf --stanza|" "$(dirname "$0")/postgresql.conf"
  echo "port=$port"
  echo "listen_addresses=''"
  echo "unix_socket_directories='$dir'"
} >>"$dir/main/postgresql.conf"
start
backrest stanza-create
backrest check
sql 'CREATE TABLE rows (id int PRIMARY KEY, at timestamptz DEFAULT clock_timestamp())'
backrest backup --type=full
echo "full backup: $(backrest info --output=json | grep -o '"label":"[^"]*"' | tail -1)"

sql 'INSERT INTO rows (id) SELECT generate_series(1, 1000)'
# pgBackRest takes no backup that ended in the second of the target.
sql 'SELECT pg_sleep(1)' >/dev/null
target=$(sql 'SELECT clock_timestamp()')
sql 'SELECT pg_sleep(1)' >/dev/null
sql 'INSERT INTO rows (id) SELECT generate_series(1001, 1500)'
sql 'SELECT pg_switch_wal()' >/dev/null
backrest check
echo "before the loss: $(sql 'SELECT count(*) FROM rows') rows; target $target"

"$bin/pg_ctl" -D "$dir/main" -m immediate -w stop >/dev/null
rm -rf "$dir/main"
began=$(date +%s.%N)
backrest restore --type=time --target="$target" --target-action=promote
start
until [ "$(sql 'SELECT pg_is_in_recovery()')" = f ]; do sleep 0.2; done
echo "restored in $(echo "$(date +%s.%N) - $began" | bc | cut -c1-4) s: $(sql 'SELECT count(*) FROM rows') rows, the last is $(sql 'SELECT max(id) FROM rows')"
[ "$(sql 'SELECT max(id) || count(*)::text FROM rows')" = 10001000 ]
