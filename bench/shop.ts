import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildFolder } from '../scripts/build.mjs'
import { freePort } from '../embedded/postgres'
import type { Bench } from './database'

export interface Served {
  url: string
  pid: number
  stop(): Promise<void> | void
}

/** The environment of servers on a database with the demo's catalogue and people. */
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

function startNode(words: string[], env: NodeJS.ProcessEnv, output: number): ChildProcess {
  const [program, ...args] = [...pinned, process.execPath, ...words]
  return spawn(program!, args, { env, stdio: ['ignore', output, 'inherit'] })
}

/** One process of the built server, which has answered its home page. */
export async function startShop(
  bench: Bench,
  env: NodeJS.ProcessEnv,
  more: Record<string, string>,
  { build = buildFolder, profile }: { build?: string; profile?: string | undefined } = {},
): Promise<Served> {
  const port = await freePort()
  // A file, as under a process manager: reading a pipe would take a core's time.
  const file = path.join(bench.folder, `shop-${port}.log`)
  const environment = {
    ...env,
    PORT: String(port),
    DATA_DIR: bench.folder,
    NODE_ENV: 'production' as const,
    WEB_CONCURRENCY: '1',
    LOG_LEVEL: 'info',
    ...more,
  }
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--cpu-prof-interval=200'] : []
  const words = [...profiled, path.resolve(build, 'node/main.js')]
  const child = startNode(words, environment, fs.openSync(file, 'w'))
  const url = `http://127.0.0.1:${port}/`
  await until(child, () => fs.readFileSync(file, 'utf8').includes('"listening"'))
  await (await fetch(url)).arrayBuffer()
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill(profile ? 'SIGTERM' : 'SIGKILL')
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

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
