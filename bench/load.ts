import { execFile, spawnSync } from 'node:child_process'
import http from 'node:http'
import os from 'node:os'
import { promisify } from 'node:util'

const CONNECTIONS = 32

const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Node's own client is slower than the server: then only the CPU time of a request says something. */
export const loader = hasWrk ? 'wrk' : 'node (install wrk for rates)'

/** Answers within so many seconds over 32 connections. Throws for an answer of 400 and above. */
export const load = (url: string, headers: string[], seconds: number): Promise<number> =>
  hasWrk ? loadByWrk(url, headers, seconds) : loadByNode(url, headers, seconds)

async function loadByWrk(url: string, headers: string[], seconds: number): Promise<number> {
  const words = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...headers.flatMap((one) => ['-H', one]), url]
  const isAlone = os.availableParallelism() > 1 && spawnSync('taskset', ['-c', '1', 'true']).status === 0
  const { stdout } = isAlone
    ? await promisify(execFile)('taskset', ['-c', '1', 'wrk', ...words])
    : await promisify(execFile)('wrk', words)
  if (/Non-2xx or 3xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/(\d+) requests in/.exec(stdout)![1])
}

async function loadByNode(url: string, lines: string[], seconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = Object.fromEntries(lines.map((one) => one.split(': ', 2) as [string, string]))
  const end = performance.now() + seconds * 1000
  let count = 0
  const once = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get(url, { agent, headers }, (answer) => {
          if (answer.statusCode! >= 400) reject(new Error(`${url} answered ${answer.statusCode}`))
          answer.resume().once('end', resolve)
        })
        .once('error', reject)
    })
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (; performance.now() < end; count++) await once()
    }),
  )
  agent.destroy()
  return count
}
