// A server with the demo's data on its own database, and who walks through it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { readKeys } from '../../environment/keys'
import { findRunning, findFreePort } from '../../embedded/postmaster'
import { demoPeople } from '../../environment/demo-people'
import { apiClient } from '../api/client'
import { newVisitor, origin, type Answer, type Send, type Visitor } from '../support/app'
import { bareEnvironment, makeDataDir, startServer } from '../support/servers'
import type { Who } from './statement'

export type ServerKind = 'own' | 'remix-serve'

export interface Walk {
  /** Read once for all statements. */
  page(path: string, who?: Who): Promise<Answer>
  guest(): Visitor
  /** Of the demo, signed in. */
  member: Visitor
  api(token?: string): ReturnType<typeof apiClient>
  /** A request as it is, without cookies and without following. */
  raw(path: string, init?: RequestInit): Promise<Response>
  close: () => Promise<void>
}

export const [asha, ravi] = demoPeople

export async function openWalk(kind: ServerKind): Promise<Walk> {
  const { there, close } = await openServer(kind)
  return begin((request) => {
    const url = request.url.replace(origin, there)
    return fetch(new Request(url, request), { redirect: 'manual' })
  }, close)
}

/** On a site that gives every request the same answer. */
export const openEmptyWalk = (status: number): Promise<Walk> =>
  begin(() => {
    const headers = { 'Content-Type': 'application/json' }
    return Promise.resolve(new Response('{}', { status, headers }))
  })

async function begin(send: Send, close = () => Promise.resolve()): Promise<Walk> {
  const guest = () => newVisitor(send)
  const member = guest()
  const { phone_number, password } = asha
  await member.follow(await member.post('/auth/sign-in', { from: '/', phone_number, password }))
  const visitors = { guest: guest(), member }
  const pages = new Map<string, Promise<Answer>>()
  return {
    page(path, who = 'guest') {
      const key = `${who} ${path}`
      const page = pages.get(key) ?? visitors[who].get(path)
      pages.set(key, page)
      return page
    },
    guest,
    member,
    api: (token) => apiClient(token, send),
    raw: (path, init) => send(new Request(new URL(path, origin), init)),
    close,
  }
}

async function openServer(kind: ServerKind): Promise<{ there: string; close: () => Promise<void> }> {
  const dataDir = makeDataDir()
  const own = await startServer({ env: { DATA_DIR: dataDir } })
  const end = async () => {
    await own.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  if (kind === 'own') return { there: own.origin, close: end }
  const port = await findFreePort()
  const cli = path.resolve('node_modules/@remix-run/serve/dist/cli.js')
  const child = spawn(process.execPath, [cli, 'build/server/index.js'], {
    env: {
      ...bareEnvironment(),
      ...readKeys(dataDir),
      NODE_ENV: 'production',
      EMBEDDED_DATABASE_URL: (await findRunning(dataDir)) ?? '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => part.includes('[remix-serve] http') && resolve())
    child.once('exit', (code) => reject(new Error(`remix-serve ended with ${code}`)))
  })
  const close = async () => {
    child.kill('SIGKILL')
    await end()
  }
  return { there: `http://127.0.0.1:${port}`, close }
}
