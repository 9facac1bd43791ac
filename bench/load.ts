import { execFile, spawnSync } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import { forSeconds, openClient, repeatWhile } from './client'

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
  const ask = openClient(url)
  const headers = Object.fromEntries(lines.map((one) => one.split(': ', 2) as [string, string]))
  return repeatWhile(forSeconds(seconds), CONNECTIONS, async () => {
    const { status } = await ask('', headers)
    if (status >= 400) throw new Error(`${url} answered ${status}`)
  })
}
