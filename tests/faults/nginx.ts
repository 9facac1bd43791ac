// nginx with ops/deploy/nginx.conf in front of a server: what it keeps, for whom, and whom it holds up.
import assert from 'node:assert/strict'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProxy, type RunningProxy } from '../support/proxies'
import { startServer } from '../support/servers'

interface Answer {
  status: number
  /** Of the server; the same for two answers means that nginx has kept the first. */
  id: string
  encoding: string
  body: string
}

const SECRET = 'secret-of-the-network'
const POSTBACKS = 500
const FLOOD = 1500
/** In ms; pages say s-maxage=30, stale-while-revalidate=30. */
const EXPIRED = 61_000

/** Throws where nginx keeps what it must not, or holds up a network. */
export async function proveNginx(): Promise<string> {
  const { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL } = process.env
  const env = {
    SESSION_SECRET,
    DATA_KEY,
    EMBEDDED_DATABASE_URL,
    TRACKIER_SECRET: SECRET,
    TRUSTED_PROXY_HOPS: '1',
  }
  const server = await startServer({ env })
  const proxy = await startProxy('nginx', server.port)
  const agent = new https.Agent({ keepAlive: true, maxSockets: 200, ca: proxy.ca, servername: proxy.host })
  try {
    const ask = (path: string, headers = {}) => askOnce(proxy, agent, path, headers)
    const guest = await ask('/')
    assert.equal(
      (await ask('/', { Cookie: 'ref=A; probe=1' })).id,
      guest.id,
      'guests get the page that is kept',
    )
    for (const headers of [
      { Cookie: 'device=1; token=x' },
      { Cookie: 'flash=x' },
      { Authorization: 'Bearer x' },
    ]) {
      const own = await ask('/', headers)
      assert.notEqual(own.id, guest.id, JSON.stringify(headers))
    }
    assert.equal((await ask('/')).id, guest.id, 'what a member got is not kept')
    for (const path of ['/?dialog=sign-in', '/?unknown=1', '/out/1'])
      assert.notEqual((await ask(path)).id, (await ask(path)).id, path)
    assert.match(guest.body, /<script/)
    assert.doesNotMatch((await ask('/', { 'Save-Data': 'on' })).body, /<script>/)
    for (const encoding of ['br', 'gzip', ''])
      for (const accept of [encoding, encoding && `deflate, ${encoding}`])
        assert.equal((await ask('/', { 'Accept-Encoding': accept })).encoding, encoding, accept)

    await sendFiles(proxy, agent)
    await reportSales(ask)
    const flood = await Promise.all(Array.from({ length: FLOOD }, () => ask('/Aboutus')))
    const refused = flood.filter(({ status }) => status === 429).length
    assert.ok(
      refused > 0 && flood.every(({ status }) => status === 200 || status === 429),
      'a flood is limited',
    )

    await server.stop()
    await sleep(EXPIRED)
    const stale = await ask('/')
    assert.deepEqual([stale.status, stale.id], [200, guest.id], 'a stopped server: the page of before')
    return `files to 5 MB, at the desk forms to 32 MB; pages for guests alone, stale while the server is away; ${POSTBACKS} reports of one address in 2 s, none refused; ${refused} of ${FLOOD} requests of a flood refused`
  } finally {
    agent.destroy()
    await proxy.stop()
    await server.stop()
  }
}

const MB = 1024 * 1024

/** The server answers without a session; what nginx refuses has its own text. */
async function sendFiles({ origin, host }: RunningProxy, agent: https.Agent): Promise<void> {
  for (const [path, size, isPassed] of [
    ['/Account/image', 5 * MB, true],
    ['/Account/Claims/new', 12 * MB, true],
    ['/newsletter', 7 * MB, false],
    ['/Desk/catalogue/import', 30 * MB, true],
    ['/Desk/catalogue/import', 34 * MB, false],
  ] as const) {
    const { status, body } = await fetchOnce(new URL(path, origin), agent, { Host: host }, writeUpload(size))
    const about = `${size / MB} MB to ${path}: ${status}`
    assert.equal(status !== 413, isPassed, about)
    if (!isPassed) assert.equal(body, 'Please choose a file of at most 5 MB.\n', about)
  }
}

const BOUNDARY = 'boundary'

const writeUpload = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    Buffer.alloc(size),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** As a network does after an hour without the shop: all at once, from one address. */
async function reportSales(ask: (path: string) => Promise<Answer>): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: POSTBACKS }, async (_, n) => {
      await sleep((2000 / POSTBACKS) * n)
      return ask(
        `/postback/trackier/${SECRET}?p1=none&conversion_id=N${n}&sale_amount=10&payout=1&status=pending`,
      )
    }),
  )
  const others = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    others.map(({ status }) => status),
    [],
    'every report is taken',
  )
}

const askOnce = ({ origin, host }: RunningProxy, agent: https.Agent, path: string, headers: object) =>
  fetchOnce(new URL(path, origin), agent, { Host: host, ...headers })

/** `upload`: a form with a file, sent as a browser does. */
function fetchOnce(url: URL, agent: https.Agent, headers: object, upload?: Buffer): Promise<Answer> {
  const sent = upload && {
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': upload.byteLength,
    'Sec-Fetch-Site': 'same-origin',
  }
  return new Promise((resolve, reject) => {
    https
      .request(
        url,
        { agent, method: upload ? 'POST' : 'GET', headers: { ...headers, ...sent } },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              id: String(answer.headers['x-request-id']),
              encoding: answer.headers['content-encoding'] ?? '',
              body: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      .once('error', reject)
      .end(upload)
  })
}
