#!/usr/bin/env bash
# A whole installation past one machine, on loopback: three PostgreSQL under Patroni on etcd, haproxy in front of them,
# PgBouncer if wanted, three nodes of the server, and haproxy in front of those. docs/SCALE.md explains it.
#
#   tests/load/cluster.sh BINARY [direct|pgbouncer]
#
# BINARY is the built server. Prints where everything is, then `ready`; runs until its input ends or it is interrupted;
# then stops what it started and removes its files. What it needs are packages of Debian:
#   apt-get install postgresql patroni etcd-server pgbouncer haproxy curl
# Settings in the environment: CLUSTER_PORT, the first of 24 free ports (23000), and SIXFOLD_… for every node.
set -euo pipefail

binary=$(realpath "${1:?the path of the built server}")
way=${2:-direct}
port=${CLUSTER_PORT:-23000}
export PATH="$PATH:/usr/sbin:/sbin"
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
for program in patroni etcd pgbouncer haproxy curl "${bin:-/usr/lib/postgresql}/postgres"; do
  command -v "$program" >/dev/null || {
    echo "missing: $program (apt-get install postgresql patroni etcd-server pgbouncer haproxy curl)" >&2
    exit 2
  }
done

site=$port primary=$((port + 1)) replica=$((port + 2)) pooler=$((port + 3)) etcd=$((port + 4)) peer=$((port + 5))
postgres_port() { echo $((port + 5 + $1)); } # 6 7 8
patroni_port() { echo $((port + 8 + $1)); }  # 9 10 11
node_port() { echo $((port + 11 + $1)); }    # 12 13 14

folder=$(mktemp -d /tmp/sixfold-cluster.XXXXXX)
mkdir "$folder"/{pid,log,etcd,pooler}
chmod 711 "$folder"

# PostgreSQL and PgBouncer refuse to run as root.
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  as_postgres=(setpriv --reuid postgres --regid postgres --init-groups)
  chown postgres: "$folder"/{etcd,pooler}
fi

# Starts a program in the background: NAME, then its command line.
start() {
  local name=$1
  shift
  "$@" >"$folder/log/$name" 2>&1 </dev/null &
  echo $! >"$folder/pid/$name"
}

# Ends a program that was started and still runs, and waits for it at most ten seconds.
stop() {
  local pid
  pid=$(cat "$folder/pid/$1" 2>/dev/null) || return 0
  jobs -pr | grep -qx "$pid" || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    jobs -pr | grep -qx "$pid" || return 0
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null || true
}

cleanup() {
  trap - EXIT INT TERM
  set +e
  kill "$input" 2>/dev/null
  for name in site node1 node2 node3 pooler databases pg1 pg2 pg3 etcd; do stop "$name"; done
  # A PostgreSQL whose Patroni was killed.
  for n in 1 2 3; do
    pid=$(head -1 "$folder/pg$n/data/postmaster.pid" 2>/dev/null)
    if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$folder/pg$n/data" ]; then kill -INT "$pid"; fi
  done
  if [ -n "${CLUSTER_KEEP:-}" ]; then cp -r "$folder/log" "$CLUSTER_KEEP"; fi
  rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 0' TERM
# The process that started this script may end before everything runs.
exec 3<&0
{
  while read -r _ <&3; do :; done
  kill $$
} &
input=$!

# Waits until a command succeeds: SECONDS, what is waited for, the command.
await() {
  local tries=$(($1 * 10)) what=$2
  shift 2
  for _ in $(seq "$tries"); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  echo "$what did not start; the logs are:" >&2
  tail -n 20 "$folder"/log/* >&2
  exit 1
}
answers() { curl --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$1$2"; }

synchronous() { answers "$(patroni_port 2)" /synchronous || answers "$(patroni_port 3)" /synchronous; }

# ---- etcd: who is the primary. Three of them on machines of their own, in earnest.
start etcd "${as_postgres[@]}" etcd --name one --data-dir "$folder/etcd" \
  --listen-client-urls "http://127.0.0.1:$etcd" --advertise-client-urls "http://127.0.0.1:$etcd" \
  --listen-peer-urls "http://127.0.0.1:$peer" --initial-advertise-peer-urls "http://127.0.0.1:$peer" \
  --initial-cluster "one=http://127.0.0.1:$peer"
await 20 etcd answers "$etcd" /health

# ---- Three PostgreSQL. A commit is answered once a second one has it: nothing that was answered is lost.
for n in 1 2 3; do
  mkdir "$folder/pg$n"
  cat >"$folder/pg$n/patroni.yml" <<END
scope: sixfold
name: pg$n
restapi: { listen: "127.0.0.1:$(patroni_port $n)", connect_address: "127.0.0.1:$(patroni_port $n)" }
etcd3: { host: "127.0.0.1:$etcd" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, shared_buffers: 64MB }
  initdb: [{ encoding: UTF8 }, { locale: C }, data-checksums]
postgresql:
  listen: 127.0.0.1:$(postgres_port $n)
  connect_address: 127.0.0.1:$(postgres_port $n)
  data_dir: $folder/pg$n/data
  bin_dir: $bin
  pgpass: $folder/pg$n/pgpass
  parameters: { unix_socket_directories: $folder/pg$n }
  authentication:
    superuser: { username: postgres, password: only-on-loopback }
    replication: { username: replicator, password: only-on-loopback }
    rewind: { username: rewinder, password: only-on-loopback }
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
END
  if [ ${#as_postgres[@]} -gt 0 ]; then chown -R postgres: "$folder/pg$n"; fi
done
start pg1 "${as_postgres[@]}" patroni "$folder/pg1/patroni.yml"
await 60 "the first PostgreSQL" answers "$(patroni_port 1)" /primary
for n in 2 3; do start "pg$n" "${as_postgres[@]}" patroni "$folder/pg$n/patroni.yml"; done
for n in 2 3; do await 60 "replica $n" answers "$(patroni_port $n)" /replica; done
await 60 "the synchronous replica" synchronous
"$bin/psql" -qX -h 127.0.0.1 -p "$(postgres_port 1)" -U postgres -c "CREATE ROLE sixfold LOGIN" -c "CREATE DATABASE sixfold OWNER sixfold"

# ---- haproxy: one port leads to the primary, another to its replicas.
servers() {
  for n in 1 2 3; do echo "  server pg$n 127.0.0.1:$(postgres_port $n) check port $(patroni_port $n)"; done
}
cat >"$folder/databases.cfg" <<END
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  option httpchk
  default-server inter 300ms fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind 127.0.0.1:$primary
  http-check send meth GET uri /primary
$(servers)
listen replicas
  bind 127.0.0.1:$replica
  http-check send meth GET uri /replica
$(servers)
END
start databases haproxy -db -f "$folder/databases.cfg"
to() { echo "postgres://sixfold@127.0.0.1:$1/sixfold"; }
await 20 "the way to the primary" "$bin/psql" -qX "$(to "$primary")" -c "SELECT 1"
await 20 "the way to a replica" "$bin/psql" -qX "$(to "$replica")" -c "SELECT 1"

# ---- PgBouncer: a session of PostgreSQL for each transaction, not for each connection of a node.
database=$(to "$primary") read=$(to "$replica") flags=()
if [ "$way" = pgbouncer ]; then
  cat >"$folder/pooler/pgbouncer.ini" <<END
[databases]
sixfold = host=127.0.0.1 port=$primary
sixfold_replica = host=127.0.0.1 port=$replica dbname=sixfold
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = trust
auth_file = $folder/pooler/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 5
END
  echo '"sixfold" ""' >"$folder/pooler/users"
  start pooler "${as_postgres[@]}" pgbouncer "$folder/pooler/pgbouncer.ini"
  database=$(to "$pooler") read=$(to "$pooler")_replica
  flags=(--pooler transaction --listen-url "$(to "$primary")")
  await 20 PgBouncer "$bin/psql" -qX "$database" -c "SELECT 1"
fi

# ---- Three nodes; the third has no background jobs.
export SIXFOLD_SECRET=${SIXFOLD_SECRET:-$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')}
for n in 1 2 3; do
  jobs=on
  if [ "$n" = 3 ]; then jobs=off; fi
  start "node$n" "$binary" serve --listen "127.0.0.1:$(node_port $n)" --public-url "http://127.0.0.1:$site" \
    --data-dir "$folder/node$n" --trusted-proxies 127.0.0.1 --database-connections 16 --jobs "$jobs" \
    --database-url "$database" --read-url "$read" "${flags[@]}"
done
for n in 1 2 3; do await 60 "node $n" answers "$(node_port $n)" /readyz; done

# ---- haproxy in front of them. While the database is away no node is ready: those alive still have the public pages.
nodes() {
  for n in 1 2 3; do echo "  server node$n 127.0.0.1:$(node_port $n)"; done
}
cat >"$folder/site.cfg" <<END
defaults
  mode http
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  timeout http-request 10s
  option forwardfor
  option httpchk
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  default-server check inter 300ms fastinter 200ms downinter 200ms fall 2 rise 1
frontend site
  bind 127.0.0.1:$site
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive
backend ready
  http-request disable-l7-retry if ! METH_GET
  http-check send meth GET uri /readyz
$(nodes)
backend alive
  http-request disable-l7-retry if ! METH_GET
  http-check send meth GET uri /healthz
$(nodes)
END
start site haproxy -db -f "$folder/site.cfg"
await 20 "the site" answers "$site" /readyz

cat <<END
folder=$folder
site=127.0.0.1:$site
node1=127.0.0.1:$(node_port 1)
node2=127.0.0.1:$(node_port 2)
node3=127.0.0.1:$(node_port 3)
primary=$(to "$primary")
replica=$(to "$replica")
pg1=$(to "$(postgres_port 1)")
pg2=$(to "$(postgres_port 2)")
pg3=$(to "$(postgres_port 3)")
ready
END
wait "$input"
