// The block 'Upgrade' of docs/operations.md on a server of the last release, with requests beside it. Where systemd, nginx and git
// would work, functions of the shell do.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { readBlocks } from '../../scripts/documents.mjs'
import { findFreePort } from '../../embedded/postmaster'
import { bareEnvironment, makeDataDir, startServer, stopServers, type TestServer } from '../support/servers'

const SECRET = randomBytes(24).toString('hex')
const HEADERS = { Host: 'shop.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' }
const DOCUMENT = 'docs/operations.md'
const MIGRATE_AND_RESTART = 'dealdwaar migrate && systemctl restart dealdwaar'

/** What the block does before it migrates and restarts, and afterwards. */
export function readUpgradeBlock(): [before: string, after: string] {
  const block = readBlocks(DOCUMENT).find(({ typed }) => typed.includes('git pull'))
  const parts = block?.typed.split(new RegExp(`^${MIGRATE_AND_RESTART}.*$`, 'm')) ?? []
  if (parts.length !== 2)
    throw new Error(`${DOCUMENT} has no block that pulls, and migrates and restarts in one line`)
  return [parts[0]!, parts[1]!]
}

/** `old`: a build of the last release, which becomes this one. Returns what was shown. */
export async function proveUpgradeBlock(old: string): Promise<string> {
  const dataDir = makeDataDir()
  const database = await makeDatabase()
  const env = {
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: 'https://shop.example',
    TRUSTED_PROXY_HOPS: '1',
    HOLDING_DAYS: '30',
    ALLOW_DEMO_OTP: '9876543210',
    TRACKIER_SECRET: SECRET,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('hex'),
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: '2',
    PORT: String(await findFreePort()),
  }
  const start = () => startServer({ build: path.join(old, 'build'), env })
  const run = (script: string) => runScript(script, old, dataDir, env)
  let traffic: ReturnType<typeof openTraffic> | undefined
  try {
    const [before, after] = readUpgradeBlock()
    let server = await start()
    traffic = openTraffic(server)
    await traffic.waitFor(100)
    await run(before)
    await refuseNewCode(server)
    await run('dealdwaar migrate')
    assert.equal(await server.stop(), 0)
    server = await start()
    await run(after)
    await traffic.waitFor(100)
    const counts = await traffic.end()
    const lost = await database.countMissing(traffic.acknowledged)
    assert.equal(lost, 0, 'acknowledged reports are missing')
    await run('dealdwaar audit')
    assert.equal(await server.stop(), 0)
    return `by the block of ${DOCUMENT}: ${counts.requests} requests, ${traffic.acknowledged.length} reports acknowledged, ${lost} of them lost; ${counts.refused} requests refused within ${(counts.away / 1000).toFixed(1)} s of the restart; new code on the old schema does not serve`
  } finally {
    await traffic?.end()
    await stopServers()
    await database.drop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeDatabase() {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const admin = postgres(process.env.EMBEDDED_DATABASE_URL!, { max: 1, onnotice: () => {} })
  await admin.unsafe(`CREATE DATABASE ${name}`)
  const url = new URL(process.env.EMBEDDED_DATABASE_URL!)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async countMissing(ids: readonly string[]): Promise<number> {
      const sql = postgres(url.href, { max: 1 })
      const [row] = await sql<{ stored: number }[]>`
        SELECT count(DISTINCT raw->>'p1')::int AS stored FROM postback_inbox WHERE raw->>'p1' = ANY(${[...ids]})`
      await sql.end()
      return ids.length - row!.stored
    },
    async drop() {
      await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** The old main process starts a process of the new code on the old schema, which has to say why it ends, while the other one serves. */
async function refuseNewCode(server: TestServer): Promise<void> {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const workers = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, , file]) => Number(parent) === server.pid && file?.endsWith('main.js'))
  assert.equal(workers.length, 2)
  process.kill(Number(workers[0]![0]), 'SIGTERM')
  await server.said('The schema of the database is older than this code')
}

/** Reports of sales and a page, 50 of each a second at most. */
function openTraffic({ origin }: TestServer) {
  const acknowledged: string[] = []
  const counts = { requests: 0, refused: 0, firstAt: 0, lastAt: 0 }
  let isOver = false
  const ask = async (url: string): Promise<boolean> => {
    const began = performance.now()
    const status = await readStatus(origin + url)
    counts.requests++
    if (status === 200) return true
    counts.refused++
    counts.firstAt ||= began
    counts.lastAt = performance.now()
    return false
  }
  const repeat = async (work: () => Promise<void>) => {
    for (; !isOver; await sleep(20)) await work()
  }
  const loops = [
    repeat(async () => void (await ask('/robots.txt'))),
    repeat(async () => {
      const id = randomBytes(12).toString('hex')
      if (await ask(`/postback/trackier/${SECRET}?p1=${id}&txn_id=${id}&sale_amount=1&status=pending`))
        acknowledged.push(id)
    }),
  ]
  return {
    acknowledged,
    async waitFor(reports: number): Promise<void> {
      const enough = acknowledged.length + reports
      for (const until = Date.now() + 120_000; acknowledged.length < enough; await sleep(50))
        assert.ok(Date.now() < until, 'reports are no longer acknowledged')
    },
    async end() {
      isOver = true
      await Promise.all(loops)
      return { ...counts, away: counts.lastAt - counts.firstAt }
    },
  }
}

const TIMEOUT_MS = 10_000

/** 0: no answer. */
const readStatus = (url: string): Promise<number> =>
  new Promise((resolve) => {
    http
      .get(url, { headers: HEADERS, agent: false, timeout: TIMEOUT_MS }, (answer) => {
        answer.resume().once('close', () => resolve(answer.complete ? answer.statusCode! : 0))
      })
      .once('timeout', function (this: http.ClientRequest) {
        this.destroy()
      })
      .once('error', () => resolve(0))
  })

/** What needs git, npm's registry, systemd, nginx or the folders of the system. */
const STAND_INS = `
cd() { [ "$1" = /opt/dealdwaar ]; }
git() { [ "$*" = pull ] && rm -rf drizzle ops && cp -a "$PROJECT/ops" "$PROJECT/drizzle" "$PROJECT/package.json" .; }
npm() {
  case "$*" in
    'ci --workspaces=false') rm -rf node_modules && ln -s "$PROJECT/node_modules" node_modules ;;
    'run build') rm -rf build && cp -a "$PROJECT/build" . ;;
    'prune --omit=dev --workspaces=false') ;;
    *) false ;;
  esac
}
install() {
  local to="$SYSTEM\${!#}" words=("\${@:1:$#-1}")
  case "$to" in */) command install -D -t "$to" "\${words[@]}" ;; *) command install -D "\${words[@]}" "$to" ;; esac
}
nginx() { [ "$*" = -t ] && grep -q "server_name dealdwaar.example" "$SYSTEM/etc/nginx/conf.d/dealdwaar.conf"; }
systemctl() { case "$*" in daemon-reload | 'reload nginx') ;; *) false ;; esac; }
dealdwaar() { node build/node/ops.js "$@"; }
`

/** Requests go on meanwhile. */
async function runScript(
  script: string,
  cwd: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<void> {
  const typed = script.replaceAll('127.0.0.1:3000', `127.0.0.1:${env.PORT}`)
  try {
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', STAND_INS + typed], {
      cwd,
      env: { ...bareEnvironment(), ...env, PROJECT: path.resolve('.'), SYSTEM: path.join(dataDir, 'system') },
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${script.trim()}\n${stdout}${stderr}`, { cause: error })
  }
}
