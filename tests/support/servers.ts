/** Real server processes of the build, for tests that need sockets, several nodes or an orderly stop. */
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/postgres'

export interface TestServer {
  origin: string
  port: number
  pid: number
  dataDir: string
  /** All that it printed so far. */
  output(): string
  /** Resolves when it has printed this; rejects when it ends without. */
  said(text: string): Promise<void>
  /** Sends a signal (default SIGTERM) and waits for the end; the exit code, null when killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Resolves with the exit code when it has ended, however. */
  ended: Promise<number | null>
}

export interface ServerOptions {
  /** The build to run; default `build`. */
  build?: string
  /** Variables over the demo's; undefined takes one away. */
  env?: Record<string, string | undefined>
}

const running = new Set<TestServer>()

/** A new folder that the embedded database's account may reach; the caller removes it. */
export function makeDataDir(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-server-'))
  fs.chmodSync(folder, 0o755)
  return folder
}

/** Nothing of the tests' own environment but what every program needs. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'NODE_OPTIONS']
  return Object.fromEntries(kept.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv
}

/**
 * Starts one server and waits until it listens; rejects with its output when it ends before. Without EMBEDDED_DATABASE_URL
 * or DATABASE_URL in `env` it brings its own database in a new DATA_DIR.
 */
export async function startServer({ build = 'build', env = {} }: ServerOptions = {}): Promise<TestServer> {
  if (env.PORT) return startOn(Number(env.PORT), build, env)
  // Between the choice of a port and its use another program may take it.
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(await freePort(), build, env)
    } catch (error) {
      if (attempt === 5 || !String(error).includes('is taken by another program')) throw error
    }
  }
}

async function startOn(
  port: number,
  build: string,
  env: NonNullable<ServerOptions['env']>,
): Promise<TestServer> {
  const dataDir = env.DATA_DIR ?? makeDataDir()
  const child = spawn(process.execPath, [path.join(build, 'node/main.js')], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir, ...env, PORT: String(port) },
    // The channel: a server whose test was killed ends by itself.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const server = watch(child, port, dataDir, !env.DATA_DIR)
  await server.said('"message":"listening"')
  return server
}

function watch(child: ChildProcess, port: number, dataDir: string, isTemporary: boolean): TestServer {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(server)
      if (isTemporary) fs.rmSync(dataDir, { recursive: true, force: true })
      resolve(code)
    })
  })
  const server: TestServer = {
    origin: `http://localhost:${port}`,
    port,
    pid: child.pid!,
    dataDir,
    output: () => output,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(text) && resolve()
        look()
        for (const stream of [child.stdout!, child.stderr!]) stream.on('data', look)
        void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
      }),
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
  running.add(server)
  return server
}

/** Ends all that startServer() started and that still runs. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()))
}
