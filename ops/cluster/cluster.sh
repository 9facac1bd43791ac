#!/bin/bash
# Three PostgreSQL nodes under Patroni with etcd, HAProxy and PgBouncer in front, in one folder of one machine: a trial of the
# configuration in this folder. Each node is in its own network namespace, so it needs root. docs/cluster.md
#
#   cluster.sh DIR start | stop | status | url
#   cluster.sh DIR settle SECONDS       waits for a primary and two standbys that stream from it
#   cluster.sh DIR leader               the number of the primary
#   cluster.sh DIR kill-node N | start-node N | kill-etcd N | start-etcd N      N: 1, 2, 3 or leader
#   cluster.sh DIR kill haproxy|pgbouncer    then: start-haproxy | start-pgbouncer
#   cluster.sh DIR partition N | heal N      takes the node's cable off
#   cluster.sh DIR switchover
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'cluster.sh: needs root, for the network namespaces' >&2; exit 2; }
mkdir -p "$1"
DIR=$(cd "$1" && pwd)
command=$2
shift 2

NODES='1 2 3'
PG_BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
if [ -f "$DIR/etc/settings" ]; then . "$DIR/etc/settings"
else ID=$((RANDOM % 200)) SECRET=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') PRIMARY_PORT=${PRIMARY_PORT:-6432} BOUNCER_PORT=${BOUNCER_PORT:-6433}; fi

NETWORK=10.77.$ID
addr() { echo "$NETWORK.1$1"; }
space() { echo "dealdwaar$ID-n$1"; }
link() { echo "dd$ID-$1"; }
die() { echo "cluster.sh: $*" >&2; exit 1; }

# --- Processes: only what was started from DIR is ended. A pid may have passed to another program. ---
ours() { [ -n "$1" ] && tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -qF "$DIR/"; } 2>/dev/null
pid_of() { cat "$DIR/run/$1.pid" 2>/dev/null || true; }
postmaster() { head -1 "$DIR/n$1/data/postmaster.pid" 2>/dev/null || true; }

# launch NAME NODE PROGRAM...: with an empty NODE, outside of the nodes' namespaces. As postgres: three of the programs refuse root.
launch() {
  local name=$1 node=$2 inside=()
  shift 2
  ours "$(pid_of "$name")" && return
  [ -z "$node" ] || inside=(ip netns exec "$(space "$node")")
  (
    cd "$DIR"
    exec setsid "${inside[@]}" setpriv --reuid postgres --regid postgres --init-groups \
      env HOME="$DIR" USER=postgres "$@" >>"$DIR/log/$name.log" 2>&1 </dev/null
  ) &
  echo $! >"$DIR/run/$name.pid"
}

# end PID SIGNAL SECONDS
end() {
  ours "$1" || return 0
  kill "-$2" "$1"
  for ((i = 0; i < $3 * 10; i++)); do ours "$1" || return 0; sleep 0.1; done
  kill -KILL "$1"
  while ours "$1"; do sleep 0.1; done
}

# --- Configuration ---
fill() { # fill TEMPLATE NAME=VALUE...
  local text pair
  text=$(cat "$here/$1")
  shift
  for pair in "$@"; do text=${text//@${pair%%=*}@/${pair#*=}}; done
  printf '%s\n' "$text"
}

configure() {
  local n hosts='' servers=''
  mkdir -p "$DIR"/{etc,log,run}
  echo "ID=$ID SECRET=$SECRET PRIMARY_PORT=$PRIMARY_PORT BOUNCER_PORT=$BOUNCER_PORT" >"$DIR/etc/settings"
  for n in $NODES; do
    hosts+="${hosts:+,}$(addr "$n"):2379"
    servers+="${servers:+$'\n'}  server n$n $(addr "$n"):5432 check port 8008"
  done
  for n in $NODES; do
    mkdir -p "$DIR/n$n"
    fill patroni.yml DIR="$DIR" NAME="n$n" ADDR="$(addr "$n")" PG_BIN="$PG_BIN" ETCD_HOSTS="$hosts" SECRET="$SECRET" \
      SUBNET="$NETWORK.0/24" WATCHDOG="$([ -e /dev/watchdog ] && echo automatic || echo off)" >"$DIR/etc/n$n.yml"
  done
  fill haproxy.cfg DIR="$DIR" PRIMARY_PORT="$PRIMARY_PORT" SERVERS="$servers" >"$DIR/etc/haproxy.cfg"
  fill pgbouncer.ini DIR="$DIR" PRIMARY_PORT="$PRIMARY_PORT" BOUNCER_PORT="$BOUNCER_PORT" >"$DIR/etc/pgbouncer.ini"
  echo "\"app\" \"$SECRET\"" >"$DIR/etc/userlist.txt"
  chmod -R go= "$DIR/etc"
  chown -R postgres "$DIR"
}

make_network() {
  local n
  ip link add "$(link br)" type bridge
  ip addr add "$NETWORK.1/24" dev "$(link br)"
  ip link set "$(link br)" up
  for n in $NODES; do
    ip netns add "$(space "$n")"
    ip link add "$(link "$n")" type veth peer name eth0 netns "$(space "$n")"
    ip link set "$(link "$n")" master "$(link br)" up
    ip -n "$(space "$n")" addr add "$(addr "$n")/24" dev eth0
    ip -n "$(space "$n")" link set eth0 up
    ip -n "$(space "$n")" link set lo up
  done
}

drop_network() {
  local n
  for n in $NODES; do
    ip link del "$(link "$n")" 2>/dev/null || true
    ip netns del "$(space "$n")" 2>/dev/null || true
  done
  ip link del "$(link br)" 2>/dev/null || true
}

# --- Parts ---
start_etcd() {
  local n=$1 m all='' me
  me=http://$(addr "$n")
  for m in $NODES; do all+="${all:+,}n$m=http://$(addr "$m"):2380"; done
  launch "etcd$n" "$n" etcd --name "n$n" --data-dir "$DIR/n$n/etcd" --logger zap --log-level warn --enable-v2=true \
    --listen-client-urls "$me:2379" --advertise-client-urls "$me:2379" --listen-peer-urls "$me:2380" \
    --initial-advertise-peer-urls "$me:2380" --initial-cluster "$all" --initial-cluster-token "dealdwaar$ID" \
    --heartbeat-interval 200 --election-timeout 2000
}
start_node() { launch "patroni$1" "$1" patroni "$DIR/etc/n$1.yml"; }
start_haproxy() { launch haproxy '' haproxy -db -f "$DIR/etc/haproxy.cfg"; }
start_pgbouncer() { launch pgbouncer '' pgbouncer "$DIR/etc/pgbouncer.ini"; }

stop_node() {
  end "$(pid_of "patroni$1")" TERM 30
  end "$(postmaster "$1")" INT 20
}

node_where() { # node_where primary|synchronous
  local n
  for n in $NODES; do
    [ "$(curl -s -m 2 -o /dev/null -w '%{http_code}' "http://$(addr "$n"):8008/$1" || true)" = 200 ] && { echo "$n"; return; }
  done
  return 0
}
node() {
  local n=$1
  [ "$n" != leader ] || n=$(node_where primary)
  [[ $n =~ ^[123]$ ]] || die "no such node: $1"
  echo "$n"
}
wait_for() { # wait_for SECONDS WHAT
  local i
  for ((i = 0; i < $1 * 2; i++)); do [ -n "$(node_where "$2")" ] && return; sleep 0.5; done
  die "no $2 node within $1 s; see $DIR/log"
}
sql() { PGPASSWORD=$SECRET psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$DIR/n$1" -U postgres "${@:2}"; }
url() { echo "postgres://app:$SECRET@127.0.0.1:$BOUNCER_PORT/app"; }

make_database() {
  local n
  wait_for 90 primary
  # In strict mode nothing can be committed before.
  wait_for 90 synchronous
  n=$(node leader)
  [ "$(sql "$n" -c "SELECT count(*) FROM pg_database WHERE datname = 'app'")" = 1 ] && return
  sql "$n" -c "CREATE ROLE app LOGIN PASSWORD '$SECRET'" -c "ALTER ROLE app SET statement_timeout = '15s'" -c 'CREATE DATABASE app OWNER app'
}

settle() { # settle SECONDS
  local i leader
  for ((i = 0; i < $1 * 2; i++)); do
    leader=$(node_where primary)
    [ -n "$leader" ] && [ -n "$(node_where synchronous)" ] && [ "$(sql "$leader" \
      -c "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'n_'")" = 2 ] && return
    sleep 0.5
  done
  die "not settled within $1 s; see $DIR/log"
}

stop() {
  local leader n
  # TERM: in session mode INT waits for the last client.
  end "$(pid_of pgbouncer)" TERM 5
  end "$(pid_of haproxy)" INT 5
  # Standbys first: a primary that stops before them is replaced.
  leader=$(node_where primary)
  for n in $NODES; do [ "$n" = "$leader" ] || stop_node "$n"; done
  [ -z "$leader" ] || stop_node "$leader"
  for n in $NODES; do end "$(pid_of "etcd$n")" TERM 5; done
  drop_network
}

case $command in
  start)
    [ -f "$DIR/etc/settings" ] || configure
    make_network
    for n in $NODES; do start_etcd "$n"; done
    # The first node makes the database, the others copy it.
    [ -d "$DIR/n1/data" ] || { start_node 1; wait_for 90 primary; }
    for n in $NODES; do start_node "$n"; done
    start_haproxy
    start_pgbouncer
    make_database
    settle 90
    for ((i = 0; i < 60; i++)); do psql -X -q -A -t "$(url)" -c 'SELECT' >/dev/null 2>&1 && exit; sleep 0.5; done
    die "no answer through PgBouncer; see $DIR/log"
    ;;
  stop) stop ;;
  status) patronictl -c "$DIR/etc/n1.yml" list ;;
  url) url ;;
  settle) settle "$1" ;;
  leader) node leader ;;
  kill-node)
    # As if the machine were gone: Patroni first, which would start PostgreSQL again.
    n=$(node "$1")
    end "$(pid_of "patroni$n")" KILL 2
    end "$(postmaster "$n")" KILL 2
    ;;
  start-node) start_node "$(node "$1")" ;;
  kill-etcd) end "$(pid_of "etcd$(node "$1")")" KILL 2 ;;
  start-etcd) start_etcd "$(node "$1")" ;;
  kill) end "$(pid_of "$1")" KILL 2 ;;
  start-haproxy) start_haproxy ;;
  start-pgbouncer) start_pgbouncer ;;
  partition) ip link set "$(link "$(node "$1")")" down ;;
  heal) ip link set "$(link "$(node "$1")")" up ;;
  switchover) patronictl -c "$DIR/etc/n1.yml" switchover --master "n$(node leader)" --candidate "n$(node_where synchronous)" --force ;;
  *) die "unknown command: $command" ;;
esac
