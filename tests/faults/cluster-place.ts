// Three PostgreSQL nodes under Patroni, HAProxy, PgBouncer, two application servers and nginx (docs/cluster.md).
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from '~/platform/config/env.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { findFreePort } from '../../embedded/postmaster'
import { makeDataDir, startServer, type TestServer } from '../support/servers'

const SCRIPT = 'ops/cluster/cluster.sh'
const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'nginx', 'psql', 'ip']

export interface Cluster {
  /** Of nginx, before both application servers. */
  origin: string
  /** Of PgBouncer. */
  databaseUrl: string
  apps: App[]
  /** Runs the script on the cluster and returns what it prints. */
  run: (...words: string[]) => Promise<string>
  /** Waits for a primary and two standbys. */
  settle: () => Promise<void>
  close: () => void
}

export interface App {
  server: TestServer
  start: () => Promise<void>
}

function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)
  return missing.length ? `needs ${missing.join(', ')} (docs/cluster.md)` : null
}

/** Starts all of it; throws where it cannot run. */
export async function openCluster(): Promise<Cluster> {
  const why = whyNot()
  if (why) throw new Error(`--only cluster: ${why}`)
  const folder = makeDataDir()
  const [PRIMARY_PORT, BOUNCER_PORT, proxyPort, ...ports] = await Promise.all(
    Array.from({ length: 5 }, async () => String(await findFreePort())),
  )
  const env = { ...process.env, PRIMARY_PORT, BOUNCER_PORT }
  const run = async (...words: string[]) => {
    const child = spawn(SCRIPT, [folder, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let wrong = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (wrong += part))
    // Not 'close': what it starts keeps the pipes.
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${SCRIPT} ${words.join(' ')}: ${wrong}${said}`)
    return said.trim()
  }
  let nginx: ChildProcess | undefined
  let apps: App[] = []
  const close = () => {
    for (const { server } of apps) void server.stop('SIGKILL')
    nginx?.kill()
    execFileSync(SCRIPT, [folder, 'stop'], { env, stdio: 'ignore' })
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const origin = `http://localhost:${proxyPort}`
  try {
    await run('start')
    const databaseUrl = await run('url')
    await runMigrations(databaseUrl, 'drizzle')
    await writeFirstValues(databaseUrl, parseEnv({ MOST_CASHBACK_A_DAY: '9999999' }))
    apps = await Promise.all(ports.map((port) => openApp(port, origin, databaseUrl)))
    nginx = startProxy(folder, proxyPort!, ports)
    return { origin, databaseUrl, apps, run, settle: async () => void (await run('settle', '90')), close }
  } catch (error) {
    close()
    throw error
  }
}

async function openApp(port: string, origin: string, databaseUrl: string): Promise<App> {
  const { SESSION_SECRET, DATA_KEY } = process.env
  const env = {
    SESSION_SECRET,
    DATA_KEY,
    EMBEDDED_DATABASE_URL: databaseUrl,
    PORT: port,
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXY_HOPS: '1',
    PAGE_CACHE_MB: '16',
  }
  const start = () => startServer({ env })
  const app = {
    server: await start(),
    async start() {
      app.server = await start()
    },
  }
  return app
}

/** The example of ops/deploy, with other addresses and without TLS. */
function startProxy(folder: string, port: string, apps: string[]): ChildProcess {
  const servers = apps.map((app) => `  server 127.0.0.1:${app} max_fails=0;`).join('\n')
  const example = fs.readFileSync('ops/deploy/nginx.conf', 'utf8')
  const [upstream = '', , site = ''] = example.split(/\n(?=server \{)/)
  const http = [
    upstream.replace(/^ {2}server .*$/m, servers),
    site.replace(/^ {2}(?:listen|ssl_|server_name).*\n/gm, '').replace('{', `{\n  listen 127.0.0.1:${port};`),
  ].join('\n')
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
     events {}
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
     fastcgi_temp_path ${folder}/a; uwsgi_temp_path ${folder}/b; scgi_temp_path ${folder}/c;
     ${http} }`,
  )
  return spawn('nginx', ['-p', folder, '-c', file, '-e', `${folder}/nginx.log`], { stdio: 'inherit' })
}
