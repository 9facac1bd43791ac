// The built application called as Request -> Response without a port, and real server processes on the same database.
// Every page is recorded for the check of shown texts, and must be readable without styles.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { afterAll } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { createHandler } from '../../server/remix-handler'
import { findReadingProblems } from './reading'
import { startServer, stopServers, type ServerOptions, type TestServer } from './servers'
import { recordShown, readText } from './page-text'

await ensureBuild()
const entry = pathToFileURL(path.resolve('build/server/index.js')).href
export const build = (await import(
  /* @vite-ignore */ `${entry}?${process.env.EMBEDDED_DATABASE_URL}`
)) as ServerBuild
export const handle = createHandler(build, 'production')

export const routes = build.routes

export function pathTo(id: string): string {
  const parts: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path)
  return `/${parts.join('/')}`.replace(/:(\w+)/g, 'x').replace('*', 'no/such/page')
}

export const origin = process.env.PUBLIC_ORIGIN!

export interface Answer {
  status: number
  headers: Headers
  location: string | null
  body: string
  text: string
}

export type Fields = Record<string, string | string[]>

export type Send = (request: Request) => Promise<Response>

/** Makes newVisitor() use a server process instead of the handler. */
export const sendTo =
  ({ origin: there }: TestServer): Send =>
  (request) =>
    fetch(new Request(request.url.replace(origin, there), request), { redirect: 'manual' })

/** A browser with its own cookies that sends same-origin headers. */
export function newVisitor(send: Send = handle) {
  const cookies = new Map<string, string>()

  async function request(url: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (cookies.size && !headers.has('Cookie'))
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await send(new Request(new URL(url, origin), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const body = await response.text()
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
    const text = isPage ? readText(body) : body
    if (isPage) {
      recordShown(text)
      const problems = findReadingProblems(body)
      if (problems.length)
        throw new Error(`${url} does not read well without styles:\n${problems.join('\n')}`)
    }
    const { status } = response
    return { status, headers: response.headers, location: response.headers.get('Location'), body, text }
  }

  return {
    cookies,
    request,
    get: (url: string, headers?: HeadersInit) =>
      request(url, {
        headers: { 'Sec-Fetch-Site': 'same-origin', ...Object.fromEntries(new Headers(headers)) },
      }),
    post: (url: string, fields: Fields, headers?: HeadersInit) =>
      request(url, {
        method: 'POST',
        body: formBody(fields),
        headers: { 'Sec-Fetch-Site': 'same-origin', ...Object.fromEntries(new Headers(headers)) },
      }),
    async follow(answer: Answer): Promise<Answer> {
      for (let step = 0; answer.location; step++) {
        if (step === 10) throw new Error(`Too many redirects, the last to ${answer.location}`)
        answer = await this.get(answer.location)
      }
      return answer
    },
  }
}

export type Visitor = ReturnType<typeof newVisitor>

export const request = (url: string, init?: RequestInit) => newVisitor().request(url, init)

function formBody(fields: Fields): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
  return body
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', ...value] = pair.split('=')
  const ended = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (ended) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

export function startServers(count: number, { env, ...options }: ServerOptions = {}): Promise<TestServer[]> {
  const shared = Object.fromEntries(
    ['EMBEDDED_DATABASE_URL', 'SESSION_SECRET', 'DATA_KEY'].map((name) => [name, process.env[name]]),
  )
  return Promise.all(
    Array.from({ length: count }, () => startServer({ ...options, env: { ...shared, ...env } })),
  )
}

afterAll(stopServers)
