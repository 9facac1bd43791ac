// A line for each answer from the cache, as for every request, written together ten times a second: one write a line would
// cost more than the answers.
import type { IncomingMessage } from 'node:http'
import { isLogged, loggedPath } from '~/runtime/log.server'

/** In ms. */
const EVERY = 100
const MOST_BYTES = 64 * 1024

let lines = ''
let timer: NodeJS.Timeout | undefined
let second = { at: 0, text: '', isLogged: false }
let paths = new Map<string, string>()

process.once('exit', flush)

export function logHit(id: string, { method, url = '' }: IncomingMessage, status: number): void {
  const time = timeOf(Date.now())
  if (!second.isLogged) return
  lines += `{"time":"${time}","level":"info","message":"request","id":"${id}","method":"${method}","path":${pathOf(url)},"status":${status},"ms":0,"cache":"hit"}\n`
  if (lines.length > MOST_BYTES) return flush()
  timer ??= setTimeout(flush, EVERY)
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const text = lines
  lines = ''
  if (text) process.stdout.write(text)
}

/** toISOString() and reading the environment cost as much as the rest of a line: once a second. */
function timeOf(now: number): string {
  const at = Math.floor(now / 1000)
  if (at !== second.at)
    second = { at, text: new Date(at * 1000).toISOString().slice(0, 20), isLogged: isLogged('info') }
  return `${second.text}${String(now - at * 1000).padStart(3, '0')}Z`
}

function pathOf(url: string): string {
  const known = paths.get(url)
  if (known) return known
  if (paths.size > 1000) paths = new Map()
  const path = JSON.stringify(loggedPath(url))
  paths.set(url, path)
  return path
}
