// The build under plain remix-serve, as docs/operations.md starts it.
import { spawn } from 'node:child_process'
import { findFreePort } from '../../embedded/postmaster'
import { origin, type Send } from './app'

export const spawnRemixServe = (env: Record<string, string | undefined>) =>
  spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
    env: { ...env, NODE_ENV: 'production', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** With this process's database and secrets; `env` replaces some. Resolves when it listens. */
export async function startRemixServe(env: Record<string, string | undefined> = {}) {
  const port = await findFreePort()
  const child = spawnRemixServe({ ...process.env, ...env, PORT: String(port) })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString()
        if (/\[remix-serve\] http/.test(output)) resolve()
      })
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
  })
  const there = (url: string) => url.replace(origin, `http://127.0.0.1:${port}`)
  const send: Send = (request) => fetch(new Request(there(request.url), request), { redirect: 'manual' })
  return { port, there, send, output: () => output, stop: () => child.kill('SIGKILL') }
}
