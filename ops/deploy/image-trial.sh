#!/bin/bash
# A trial of the Dockerfile: builds the image, runs it on a scratch PostgreSQL with the options of compose.yaml, asks its health
# check, and stops it while a client reads. Run it as root from the project's folder: ops/deploy/image-trial.sh
#
# Debian's buildah, podman and postgresql. Where no image registry can be reached, NODE_IMAGE=build makes the base of Debian's
# packages (debootstrap) and Node's binary from npm's package `node`. BUILDAH and PODMAN may hold options too; BUILD_OPTIONS are
# more options of the build, such as --volume with a certificate authority.
set -euo pipefail
buildah=${BUILDAH:-buildah}
podman=${PODMAN:-podman}
image=${NODE_IMAGE:-node:22-bookworm-slim}
bin=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin | tail -1)}
pg_port=${PG_PORT:-55433}
port=${PORT:-3080}
name=dealdwaar-trial-$$
dir=$(mktemp -d)
chmod 755 "$dir"
as_postgres() { runuser -u postgres -- "$@"; }
end() {
  $podman rm -f -t 0 "$name" >/dev/null 2>&1 || true
  as_postgres "$bin/pg_ctl" -D "$dir/pg/main" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$dir"
}
trap end EXIT

build_base() {
  local root=$dir/root container
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >/dev/null
  npm install --silent --no-audit --no-fund --prefix "$dir/npm" node@22 npm@10
  install -m 755 "$dir/npm/node_modules/node/bin/node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$dir/npm/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  chroot "$root" useradd --uid 1000 --user-group --create-home node
  container=$($buildah from scratch)
  $buildah add -q "$container" "$root" / >/dev/null
  $buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  $buildah commit -q --rm "$container" localhost/node:trial >/dev/null
  image=localhost/node:trial
}

[ "$image" != build ] || build_base
# The format of Docker: OCI's has no health check.
# shellcheck disable=SC2086 -- several options
$buildah build --format docker --isolation chroot ${BUILD_OPTIONS:-} --build-arg NODE_IMAGE="$image" \
  -f ops/deploy/Dockerfile -t localhost/dealdwaar:trial . >"$dir/build.log" 2>&1 || { tail -20 "$dir/build.log"; exit 1; }
echo "image: $($buildah images --format '{{.Size}}' localhost/dealdwaar:trial)"

install -d -o postgres "$dir/pg"
as_postgres "$bin/initdb" -D "$dir/pg/main" -A trust -U postgres -E UTF8 --locale=C.UTF-8 >/dev/null
as_postgres "$bin/pg_ctl" -D "$dir/pg/main" -o "-p $pg_port -k $dir/pg -h 127.0.0.1" -l "$dir/pg/log" -w start >/dev/null
as_postgres createdb -h "$dir/pg" -p "$pg_port" -U postgres dealdwaar

$podman run -d --name "$name" --network host --read-only --tmpfs /tmp --cap-drop all \
  --security-opt no-new-privileges ${RUN_OPTIONS:-} \
  -e DATABASE_URL="postgres://postgres:trust@127.0.0.1:$pg_port/dealdwaar" -e PORT="$port" \
  -e PUBLIC_ORIGIN="http://localhost:$port" -e HOLDING_DAYS=30 -e ALLOW_DEMO_OTP=1 -e DRAIN_SECONDS=2 \
  -e SESSION_SECRET="$(head -c 32 /dev/urandom | base64)" -e DATA_KEY="$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')" \
  localhost/dealdwaar:trial >/dev/null
for _ in $(seq 60); do $podman healthcheck run "$name" >/dev/null 2>&1 && healthy=1 && break; sleep 1; done
[ -n "${healthy:-}" ] || { $podman logs "$name" | tail -20; exit 1; }
echo "health check: passed"
echo "user: $($podman exec "$name" id -un); node $($podman exec "$name" node --version)"
! $podman exec "$name" touch /app/file 2>/dev/null && echo "file system: read-only"
echo "home: $(curl -s -o /dev/null -w '%{http_code}' "http://localhost:$port/")"

# While it drains it still answers, and /readyz says that it goes.
$podman stop -t 30 "$name" >/dev/null &
stopping=$!
sleep 1
echo "while it stops: home $(curl -s -o /dev/null -w '%{http_code}' "http://localhost:$port/"), /readyz $(curl -s -o /dev/null -w '%{http_code}' "http://localhost:$port/readyz")"
wait "$stopping"
echo "exit code: $($podman inspect --format '{{.State.ExitCode}}' "$name")"
