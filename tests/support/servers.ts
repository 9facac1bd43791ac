import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findFreePort } from '../../embedded/postmaster'
import { DATA_FOLDERS, getDataFolderPrefix } from '../../scripts/reaper.mjs'

export interface TestServer {
  origin: string
  port: number
  pid: number
  dataDir: string
  output(): string
  /** Ends the pipes of stdout and stderr. */
  stopReading(): void
  /** By the IPC channel, of what a test lets the server load by NODE_OPTIONS. */
  messages: unknown[]
  said(text: string): Promise<void>
  /** Signals (default SIGTERM) and waits for the exit; returns the exit code, null if killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  ended: Promise<number | null>
}

export interface ServerOptions {
  build?: string
  /** Overrides the demo's variables; undefined removes one. */
  env?: Record<string, string | undefined>
}

const running = new Set<TestServer>()

const LATE_MS = 100_000

const [MEMORY = '', DISK = ''] = DATA_FOLDERS
const MEMORY_NEEDED = 4 * 1024 ** 3

/** In memory where there is room: an ext4 that has just deleted many files takes 0.5 s of CPU time to create a database. */
function chooseFolder(): string {
  if (!fs.existsSync(MEMORY)) return DISK
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return bavail * bsize < MEMORY_NEEDED ? DISK : MEMORY
}

/** Accessible to the account of the embedded database; the caller removes it. */
export function makeDataDir(): string {
  const folder = fs.mkdtempSync(path.join(chooseFolder(), getDataFolderPrefix()))
  fs.chmodSync(folder, 0o755)
  return folder
}

export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'HOME',
    'USER',
    'TMPDIR',
    'TEMP',
    'SystemRoot',
    'LANG',
    'NODE_OPTIONS',
    'DEALDWAAR_TEST_RUN',
  ]
  return Object.fromEntries(kept.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv
}

/**
 * Resolves when the server listens; rejects with its output if it exits first. Without EMBEDDED_DATABASE_URL or
 * DATABASE_URL it starts its own database in a new DATA_DIR.
 */
export async function startServer({ build = 'build', env = {} }: ServerOptions = {}): Promise<TestServer> {
  if (env.PORT) return startOn(Number(env.PORT), build, env)
  // Another program may take the port between its choice and its use.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort()
    try {
      return await startOn(port, build, env)
    } catch (error) {
      if (attempt === 5 || !String(error).includes(`PORT: ${port} is taken by another program`)) throw error
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
    env: {
      ...bareEnvironment(),
      WEB_CONCURRENCY: '1',
      PAGE_CACHE_MB: '0',
      DATA_DIR: dataDir,
      ...env,
      PORT: String(port),
    },
    // Through the IPC channel the server notices that its test was killed, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const server = watch(child, port, dataDir, !env.DATA_DIR)
  // A start that hangs shows how far it came.
  const late = setTimeout(() => console.error(`Not listening yet:\n${server.output()}`), LATE_MS)
  await server.said('"message":"listening"').finally(() => clearTimeout(late))
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
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  const server: TestServer = {
    origin: `http://localhost:${port}`,
    port,
    pid: child.pid!,
    dataDir,
    output: () => output,
    messages,
    stopReading() {
      for (const stream of [child.stdout!, child.stderr!]) stream.destroy()
    },
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

export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()))
}
