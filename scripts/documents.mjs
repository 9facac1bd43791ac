// `npm run documents`: runs the commands of the documents on a scratch copy of this machine. Ends with 3 where that cannot be made.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const DOCUMENTS = ['docs/operations.md', 'docs/operator.md', 'docs/cluster.md', 'README.md']

/** What runs the blocks that are not run here, by the beginning of their first command. */
export const ELSEWHERE = new Map([
  ['npm start ', 'the tests of the demo'],
  ['apt-get install -y ca-certificates', 'nothing: the document says so, because it needs a network'],
  ['docker build', 'ops/deploy/image-trial.sh'],
  ['dealdwaar ', 'tests/ops and tests/operations: docs/operator.md shows commands on the data of an example'],
  ['(printf', 'tests/alerts/webhook.test.ts'],
])

/** The blocks of commands, with the lines that are typed: in a console block after a prompt. @param {string} document */
export function readBlocks(document) {
  const text = fs.readFileSync(document, 'utf8')
  const blocks = [...text.matchAll(/^```(sh|console)\n([\s\S]*?)^```/gm)].map(
    ({ 1: kind, 2: content = '', index }) => {
      const typed =
        kind === 'sh'
          ? content
          : [...content.matchAll(/^[$#] (.*)\n/gm)].map(([, line]) => `${line}\n`).join('')
      const line = text.slice(0, index).split('\n').length
      const first = typed.split('\n').find((each) => each && !each.startsWith('#')) ?? ''
      return { place: `${document}:${line}`, typed, first }
    },
  )
  return blocks.filter(({ first }) => first)
}

/** @param {{ first: string }} block */
export const isElsewhere = ({ first }) => [...ELSEWHERE.keys()].some((words) => first.startsWith(words))

/** What takes the place of a program that needs more than one machine, by name. */
const STAND_INS = {
  nano: `echo CORPORATE_URL=https://corporate.dealdwaar.example >>"$1"`,
  journalctl: `cat "/var/log/$2.log"`,
  git: `case "$1" in clone) mkdir -p "$3"; mount --bind /mnt/project "$3" ;; pull) ;; *) exit 1 ;; esac`,
  npm: `case "$*" in 'ci --workspaces=false' | 'run build' | 'prune --omit=dev --workspaces=false') ;; *) exit 1 ;; esac`,
  'apt-get': `exec /usr/bin/apt-get --simulate "$@" >/dev/null`,
  certbot: `while [ $# -gt 0 ]; do case "$1" in -d) name=$2 ;; -w) test -d "$2" ;; esac; shift; done
at=/etc/letsencrypt/live/$name; mkdir -p "$at"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \\
  -keyout "$at/privkey.pem" -out "$at/fullchain.pem" 2>/dev/null
cp "$at/fullchain.pem" /usr/local/share/ca-certificates/trial.crt; update-ca-certificates >/dev/null 2>&1`,
  systemctl: `name=\${!#}; name=\${name%.service}; unit=/etc/systemd/system/$name.service
value() { sed -n "s/^$1=//p" "$unit"; }
as_unit() {
  mapfile -t vars < <(value Environment | tr ' ' '\\n'; file=$(value EnvironmentFile); [ -z "$file" ] || grep -v '^#' "$file")
  user=$(value User); state=$(value StateDirectory); cd "$(value WorkingDirectory)/"
  [ -z "$state" ] || install -d -m 0700 -o "$user" "/var/lib/$state"
  exec setpriv --reuid="$user" --regid="$user" --init-groups env -i PATH="$PATH" "\${vars[@]}" \\
    bash -c "exec $1"
}
run() { as_unit "$(value ExecStart | sed 's/\\$\\$/$/g; s/%%/%/g')"; }
begin() { run >>"/var/log/$name.log" 2>&1 & echo $! >"/run/$name.pid"; }
end() { pid=$(cat "/run/$name.pid"); kill "$pid"; while readlink "/proc/$pid/exe" >/dev/null; do sleep 0.1; done; }
cluster() { pg_ctlcluster $(pg_lsclusters -h | awk '{ print $1, $2 }') "$1"; }
case "$*" in
  daemon-reload) ;;
  'restart postgresql' | 'stop postgresql' | 'start postgresql') cluster "$1" ;;
  'reload nginx') nginx -s reload 2>/dev/null || nginx ;;
  'enable --now '*.timer) systemd-analyze verify "/etc/systemd/system/$name" ;;
  'enable --now '* | 'start dealdwaar') begin ;;
  'stop dealdwaar') end ;;
  'restart dealdwaar') end; begin ;;
  'start '*) (run) && bash -c "$(value ExecStartPost | sed 's/^+//')" ;;
  'reload '*) as_unit "$(value ExecReload | sed "s/\\$MAINPID/$(cat "/run/$name.pid")/")" ;;
  *) exit 1 ;;
esac`,
}

/** What has to be true afterwards, as commands of bash. */
const CHECKS = [
  `[ "$(stat -c %a:%U:%G /etc/dealdwaar/env)" = 640:root:dealdwaar ]`,
  `[ "$(stat -c %a:%U /etc/pgbackrest/conf.d/pass.conf)" = 600:postgres ]`,
  `[ -e /var/lib/dealdwaar/last-backup ]`,
  `pgbackrest info | grep 'full backup' >/dev/null`,
  `runuser -u postgres -- psql -Atc 'SELECT failed_count FROM pg_stat_archiver' | grep -x 0 >/dev/null`,
  `dealdwaar log 2>/dev/null | grep '  dealdwaar  command line  done .*catalogue import' >/dev/null`,
  `runuser -u asha -- dealdwaar notes list 2>&1 | grep '^database: dealdwaar at localhost:5432$' >/dev/null`,
  `! runuser -u nobody -- dealdwaar audit 2>/dev/null`,
  `grep 'environment changed.*CORPORATE_URL' /var/log/dealdwaar.log`,
  `curl -fsS https://dealdwaar.example/Contactus | grep https://corporate.dealdwaar.example >/dev/null`,
  `curl -fsS --retry 30 --retry-delay 1 --retry-all-errors -o /dev/null -H 'Host: dealdwaar.example' http://127.0.0.1:3001/healthz`,
  `curl -fsS https://dealdwaar.example/ | grep 'Flat 20% off on lamps' >/dev/null`,
  `[ "$(curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' http://dealdwaar.example/Offers)" = '308 https://dealdwaar.example/Offers' ]`,
  `[ "$(runuser -u postgres -- psql -Atc "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'dealdwaar'")" = t ]`,
  `sed -i 's/^HOLDING_DAYS=30$/HOLDING_DAYS=x/' /etc/dealdwaar/env
   ! systemctl reload dealdwaar 2>/tmp/reload; grep 'The reload failed: .*HOLDING_DAYS' /tmp/reload
   sed -i 's/^HOLDING_DAYS=x$/HOLDING_DAYS=30/' /etc/dealdwaar/env; systemctl reload dealdwaar`,
  `systemctl stop dealdwaar; curl -sS -i https://dealdwaar.example/Offers?away=1 >/tmp/away; systemctl start dealdwaar
   grep '^HTTP/2 502' /tmp/away; grep -i '^retry-after: 10' /tmp/away; grep '<h1>Back in a moment' /tmp/away
   curl -fsS --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz`,
  // Another port, as of a staging site: nginx passes it on.
  `sed -i 's/443 ssl/8443 ssl/' /etc/nginx/conf.d/dealdwaar.conf && systemctl reload nginx && sleep 1
   [ "$(curl -sS -o /dev/null -w '%{http_code}' https://dealdwaar.example:8443/healthz)" = 200 ]
   [ "$(curl -sS -o /dev/null -w '%{http_code}' https://dealdwaar.example:8443/)" = 421 ]`,
]

/** @param {{ place: string, typed: string }[]} blocks */
const inner = (blocks) => `set -euo pipefail
export PATH=/usr/local/trial:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
unset DATABASE_URL
echo '127.0.0.1 localhost dealdwaar.example' >/etc/hosts
[ -e /usr/bin/node ] || ln -s "$(command -v node)" /usr/bin/node
for cluster in $(pg_lsclusters -h | awk '{ print $1 "/" $2 }'); do pg_dropcluster --stop "\${cluster%/*}" "\${cluster#*/}"; done
rm -rf /var/lib/pgbackrest/* /etc/pgbackrest* /opt/dealdwaar
pg_createcluster --start "$(ls /usr/lib/postgresql | sort -n | tail -1)" main >/dev/null
runs() {
  cd /opt/dealdwaar 2>/dev/null || cd /
  if bash -euo pipefail -c "$2" >/tmp/output 2>&1; then echo "passed  $1"
  else echo "FAILED  $1"; tail -40 /tmp/output; tail -5 /var/log/dealdwaar.log 2>/dev/null; exit 1; fi
}
${blocks.map(({ place, typed }) => `runs ${quote(place)} ${quote(typed)}`).join('\n')}
${CHECKS.map((check) => `runs ${quote(check.split('\n')[0] ?? '')} ${quote(check)}`).join('\n')}
`

const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", `'\\''`)}'`

const outer = (/** @type {string} */ folder, /** @type {string} */ project) => `set -e
mount --make-rprivate / && mount -t tmpfs tmpfs ${folder} && cd ${folder}
mkdir up work root up2 work2
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/up,workdir=${folder}/work root
mkdir -p root/mnt/project root/usr/local/trial && mount -t tmpfs tmpfs root/tmp
mount -t overlay overlay -o lowerdir=${project},upperdir=${folder}/up2,workdir=${folder}/work2 root/mnt/project
mount -t proc proc root/proc && mount --rbind /dev root/dev && ip link set lo up
${Object.entries(STAND_INS)
  .map(
    ([name, script]) =>
      `printf %s ${quote(`#!/bin/bash\nset -euo pipefail\n${script}\n`)} >root/usr/local/trial/${name}`,
  )
  .join('\n')}
chmod 755 root/usr/local/trial/*
exec chroot root bash -c "$1"`

/** @param {string} folder */
function canOverlay(folder) {
  const mount = `mount -t tmpfs tmpfs ${folder} && cd ${folder} && mkdir up work root &&
    mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root`
  return spawnSync('unshare', ['--mount', '--pid', '--fork', '--net', 'bash', '-c', mount]).status === 0
}

async function main() {
  const needed = [
    'unshare',
    'pg_lsclusters',
    'pgbackrest',
    'nginx',
    'adduser',
    'openssl',
    'curl',
    'systemd-analyze',
  ]
  const missing = needed.filter((name) => spawnSync('which', [name]).status !== 0)
  if (process.getuid?.() !== 0 || missing.length) {
    console.log(`not run: it needs root, and what is missing: ${missing.join(', ') || 'nothing'}`)
    return 3
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'documents-'))
  if (!canOverlay(folder)) {
    console.log('not run: this machine allows no overlay of its file system')
    fs.rmSync(folder, { recursive: true })
    return 3
  }
  const { ensureBuild, root } = await import('./build.mjs')
  await ensureBuild()
  const blocks = DOCUMENTS.flatMap(readBlocks).filter((block) => !isElsewhere(block))
  const words = [
    '--mount',
    '--pid',
    '--fork',
    '--net',
    '--mount-proc',
    'bash',
    '-c',
    outer(folder, root),
    'outer',
    inner(blocks),
  ]
  const { status } = spawnSync('unshare', words, { stdio: ['ignore', 'inherit', 'inherit'] })
  fs.rmSync(folder, { recursive: true })
  return status ?? 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
