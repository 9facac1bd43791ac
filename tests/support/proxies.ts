// nginx and Caddy with the files of ops/deploy/, of which only ports, paths, the certificate and the name of the server's
// user are replaced. Each replacement is listed here, and one that finds nothing to replace throws.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../embedded/postmaster'
import type { Door } from '../faults/load'

const HOST = 'dealdwaar.example'
/** The name that a demo's server answers. */
const SITE = 'localhost'

interface Ports {
  /** Of the server behind the proxy. */
  server: number
  http: number
  https: number
}

interface Proxy {
  command: string
  file: string
  /** Texts of the file with their replacements. */
  replace(ports: Ports, folder: string): [string, string][]
  /** The file with what the rest of the installation has around it. */
  whole(text: string, ports: Ports, folder: string): string
  args(file: string, folder: string): string[]
}

const PROXIES = {
  nginx: {
    command: 'nginx',
    file: 'ops/deploy/nginx.conf',
    replace: (ports, folder) => [
      ['/var/cache/nginx-dealdwaar', `${folder}/cache`],
      ['/var/log/nginx', folder],
      ['server 127.0.0.1:3000 max_fails=0;', `server 127.0.0.1:${ports.server} max_fails=0;`],
      ['server 127.0.0.1:3001;', ''],
      ['server 127.0.0.1:3000 backup;', `server 127.0.0.1:${ports.server};`],
      ['listen 80;', `listen 127.0.0.1:${ports.http};`],
      ['listen [::]:80;', ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`],
      ['listen [::]:443 ssl http2;', ''],
      [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, `${folder}/certificate.pem`],
      [`/etc/letsencrypt/live/${HOST}/privkey.pem`, `${folder}/key.pem`],
      [`server_name ${HOST};`, `server_name ${SITE};`],
    ],
    whole: (text, _, folder) => `pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${text}}
`,
    args: (file, folder) => ['-p', folder, '-e', `${folder}/error.log`, '-c', file, '-g', 'daemon off;'],
  },
  caddy: {
    command: 'caddy',
    file: 'ops/deploy/Caddyfile',
    replace: (ports, folder) => [
      [`${HOST} {`, `https://${SITE}:${ports.https} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`],
      ['reverse_proxy 127.0.0.1:3000 {', `reverse_proxy 127.0.0.1:${ports.server} {`],
    ],
    whole: (text, ports) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${ports.http}\n}\n${text}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} satisfies Record<string, Proxy>

export type ProxyName = keyof typeof PROXIES

export function isInstalled(name: ProxyName): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => fs.existsSync(path.join(folder, name)))
}

export interface RunningProxy extends Door {
  stop(): Promise<void>
}

/** For requests that all come from one address and have to reach the server. */
const OPEN: Record<ProxyName, [string, string][]> = {
  nginx: [
    ['rate=100r/s', 'rate=100000r/s'],
    ['proxy_cache dealdwaar_pages;', ''],
  ],
  caddy: [],
}

/**
 * In front of the server on `port` of this machine; `isOpen`: without limits and cache. Throws with what it printed if it does not
 * start.
 */
export async function startProxy(
  name: ProxyName,
  port: number,
  { isOpen: isWithoutLimits = false } = {},
): Promise<RunningProxy> {
  const proxy: Proxy = PROXIES[name]
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `dealdwaar-${name}-`))
  // nginx's workers run as another user.
  fs.chmodSync(folder, 0o755)
  makeCertificate(folder)
  const ports = { server: port, http: await findFreePort(), https: await findFreePort() }
  const file = path.join(folder, path.basename(proxy.file))
  const pairs = [...proxy.replace(ports, folder), ...(isWithoutLimits ? OPEN[name] : [])]
  const adapted = replaceAll(fs.readFileSync(proxy.file, 'utf8'), pairs)
  fs.writeFileSync(file, proxy.whole(adapted, ports, folder))
  const child = spawn(proxy.command, proxy.args(file, folder), {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  for (const until = Date.now() + 20_000; !(await isOpen(ports.https)); await sleep(50)) {
    if (child.exitCode === null && Date.now() < until) continue
    await stop()
    throw new Error(`${name} did not start:\n${output}`)
  }
  const ca = fs.readFileSync(path.join(folder, 'certificate.pem'), 'utf8')
  return { origin: `https://127.0.0.1:${ports.https}`, ca, host: SITE, stop }
}

function replaceAll(text: string, pairs: [string, string][]): string {
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`'${from}' does not stand in the file any more`)
    text = text.replaceAll(from, to)
  }
  return text
}

function makeCertificate(folder: string): void {
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${SITE} -addext subjectAltName=DNS:${SITE} -keyout key.pem -out certificate.pem`
  execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' })
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
