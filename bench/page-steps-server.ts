// Bundled and started by page-steps.ts: a server for each step between bare node:http and the page cache in its server, all
// of them in one process. Arguments: a file with the page, and the first port.
import fs from 'node:fs'
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import { logHit } from '../server/cache/access-log'
import { readAsked } from '../server/cache/asked'
import type { SendFacts } from '../server/cache/page'
import { createPageCache } from '../server/cache/pages'
import { createStore } from '../server/cache/store'
import { Page } from '../server/cache/page'
import { createServer } from '../server/http'
import { take } from './take'

const [file = '', firstPort = ''] = process.argv.slice(2)
const { headers, body } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  headers: [string, string][]
  body: string
}

const DAY = 86_400_000
const lifetime = { fresh: DAY, stale: DAY, error: DAY }
const page = new Page({
  key: '/',
  version: 1,
  renderedAt: Date.now(),
  lifetime,
  headers,
  body: Buffer.from(body),
})
await page.make('br')
await page.makeBest()
const store = createStore(1 << 26)
store.put(page)

const pages = createPageCache({
  bytes: 1 << 26,
  versions: { current: 1, purged: 0, changedAt: 0 },
  isPersonal: () => true,
  isOurHost: () => true,
  baseHeaders: [],
  render: async () =>
    new Response(body, { headers: [...headers, ['Cache-Control', 'public, s-maxage=86400']] }),
})

const asked = (request: IncomingMessage) => readAsked(request, () => true)!
let answers = 0
const facts = (): SendFacts => ({
  id: `bench-${(answers++).toString(36)}`,
  status: 'DealDwaar; hit',
  encoding: 'br',
  now: Date.now(),
})
const send: RequestListener = (request, response) => {
  const found = asked(request)
  store.find(found.key)!.send(response, found, facts())
}

const listen = async (server: http.Server, step: RequestListener, n: number) => {
  const port = Number(firstPort) + n
  await new Promise<void>((resolve) => server.on('request', step).listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${port}/`
}

const whole = await listen(
  createServer(),
  (request, response) => {
    if (!pages.serve(request, response))
      void pages.answer(request, response, { requestId: 'first', clientAddress: '' })
  },
  6,
)
for (let n = 0; n < 3; n++) await take(whole, {})

// The bytes of the step before last.
const sent = await take(await listen(createServer(), send, 4), {})
const bytes = Buffer.from(sent.body, 'base64')
const bare: RequestListener = (_, response) => void response.writeHead(200, sent.headers).end(bytes)

await listen(
  createServer(),
  (request, response) => {
    const { id, ...others } = facts()
    const found = asked(request)
    logHit(id, request, store.find(found.key)!.send(response, found, { id, ...others }))
  },
  5,
)
await listen(
  createServer(),
  (request, response) => {
    const found = asked(request)
    store.find(found.key)!.choose(found)
    bare(request, response)
  },
  3,
)
await listen(
  createServer(),
  (request, response) => {
    asked(request)
    bare(request, response)
  },
  2,
)
await listen(createServer(), bare, 1)
await listen(http.createServer(), bare, 0)
