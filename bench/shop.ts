import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildFolder } from '../scripts/build.mjs'
import { findFreePort } from '../embedded/postmaster'
import type { Bench } from './database'

export interface Served {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** The variables of servers on a database with the demo's catalogue and people. */
export async function seedShop(bench: Bench, name: string): Promise<NodeJS.ProcessEnv> {
  const env = bench.environment(await bench.makeDatabase(name))
  execFileSync(process.execPath, [path.join(buildFolder, 'node/ops.js'), 'demo', 'seed', '--yes'], { env })
  return env
}

/** The servers share one core and the load has the others, where the system can do that. */
export const pinned =
  os.availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0
    ? ['taskset', '-c', '0']
    : []

interface Start {
  build?: string
  /** Of Node. */
  options?: string[]
  /** False: on any core. */
  isPinned?: boolean
}

/** One process of the built server, which has answered its home page. */
export async function startShop(
  bench: Bench,
  env: NodeJS.ProcessEnv,
  { build = buildFolder, options = [], isPinned = true }: Start = {},
): Promise<Served & { child: ChildProcess; logFile: string }> {
  const port = await findFreePort()
  // A file, as under a process manager: reading a pipe would take a core's time.
  const logFile = path.join(bench.folder, `shop-${port}.log`)
  const words = [process.execPath, ...options, path.resolve(build, 'node/main.js')]
  const [program, ...args] = isPinned ? [...pinned, ...words] : words
  const child = spawn(program!, args, {
    env: {
      ...env,
      PORT: String(port),
      DATA_DIR: bench.folder,
      NODE_ENV: 'production',
      WEB_CONCURRENCY: '1',
      LOG_LEVEL: 'info',
    },
    // The server ends when the channel to this process does.
    stdio: ['ignore', fs.openSync(logFile, 'w'), 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}/`
  await until(child, () => fs.readFileSync(logFile, 'utf8').includes('"listening"'))
  await (await fetch(url)).arrayBuffer()
  return {
    url,
    pid: child.pid!,
    child,
    logFile,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** As the first person of the demo; returns the cookie. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}auth/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ from: '/', phone_number: '9000000001', password: 'demo-asha-2026' }),
  })
  const token = answer.headers.getSetCookie().find((line) => line.startsWith('token='))
  if (!token) throw new Error(`signing in answered ${answer.status}`)
  return token.split(';', 1)[0]!
}

export async function until(child: ChildProcess, isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(50)
  }
}
