import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeOtherSessions } from '~/accounts/sessions/sessions.server'
import { db, type Reader } from '~/db/client.server'
import { sessions } from '~/db/schema/members'
import { notify } from '~/outreach/notifications.server'
import { newVisitor, request, startServers } from '../support/app'
import { untilBlocked } from '../support/locks'
import { signedIn } from '../support/people'
import type { TestServer } from '../support/servers'
import { earn } from '../wallet/support'

const LIVE = '/Account/Notifications/live'
const Accept = 'text/event-stream'

interface Event {
  event: string
  id: string | null
  data: string
}

let one: TestServer
let two: TestServer
beforeAll(async () => {
  ;[one, two] = (await startServers(2)) as [TestServer, TestServer]
}, 60_000)

/** `next` resolves with the next event of this name; `ended` with all others when the stream ends. */
async function listen(server: TestServer, token: string, headers: Record<string, string> = {}, query = '') {
  const stop = new AbortController()
  const response = await fetch(server.origin + LIVE + query, {
    headers: { Accept, Cookie: `token=${token}`, ...headers },
    signal: stop.signal,
  })
  const events: Event[] = []
  const waiting = new Set<() => void>()
  let open = true
  const read = async () => {
    let text = ''
    try {
      const parts = response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>
      for await (const part of parts) {
        text += part
        const whole = text.split('\n\n')
        text = whole.pop()!
        events.push(...whole.map(parse))
        for (const wake of waiting) wake()
      }
    } catch {
      // The test closed the stream.
    }
    open = false
    for (const wake of waiting) wake()
  }
  const ended = read()
  return {
    response,
    ended,
    events,
    leave: () => stop.abort(),
    async next(name: string): Promise<Event> {
      for (;;) {
        const at = events.findIndex(({ event }) => event === name)
        if (at >= 0) return events.splice(at, 1)[0]!
        if (!open) throw new Error(`the stream ended without ${name}`)
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
  }
}

function parse(block: string): Event {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  return { event: field('event')!, id: field('id'), data: field('data') ?? '' }
}

async function person() {
  const { id, visitor } = await signedIn()
  return { id, token: visitor.cookies.get('token')! }
}
let serial = 0
const tell = (userId: number, title = 'Cashback confirmed', tx: Reader = db) =>
  notify(tx, { userId, reference: `event:${++serial}`, title, body: 'Body', href: '/Account/History' })

describe('who may listen', () => {
  test('nobody without a session, nor with two cookies', async () => {
    const { token } = await person()
    for (const Cookie of ['', 'token=unknown', `token=${token}; token=${token}`]) {
      const answer = await request(LIVE, { headers: { Accept, Cookie } })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
    }
  })

  test('only what asks for events', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.get(LIVE)).status).toBe(406)
    expect((await visitor.request(LIVE, { method: 'HEAD', headers: { Accept } })).status).toBe(406)
    expect((await newVisitor().post(LIVE, {})).status).toBe(405)
  })

  test('a person with six streams gets no seventh in this process, until one is closed', async () => {
    const { token } = await person()
    const streams = await Promise.all(Array.from({ length: 6 }, () => listen(one, token)))
    for (const stream of streams) await stream.next('hello')
    const refused = await fetch(one.origin + LIVE, { headers: { Accept, Cookie: `token=${token}` } })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
    streams[0]!.leave()
    await expect
      .poll(async () => {
        const again = await listen(one, token)
        const { status } = again.response
        again.leave()
        return status
      })
      .toBe(200)
    for (const stream of streams) stream.leave()
  })
})

describe('a stream', () => {
  test('is private, is not kept, and no proxy holds it back', async () => {
    const { token } = await person()
    const { response, leave } = await listen(one, token)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.get('X-Accel-Buffering')).toBe('no')
    leave()
  })

  test('on either process tells of the same row: the balance, how many are unread, and the list', async () => {
    const { id, token } = await person()
    const streams = [await listen(one, token), await listen(two, token)]
    for (const stream of streams) await stream.next('hello')
    await earn(id, 12_50n)
    await tell(id)
    for (const stream of streams) {
      const { data, id: eventId } = await stream.next('news')
      const state = JSON.parse(data) as { notifications: { id: number }[] }
      expect(state).toMatchObject({
        id,
        balance: 'Rs. 12.50',
        unread: 1,
        notifications: [{ title: 'Cashback confirmed', href: '/Account/History', unread: true }],
      })
      expect(eventId).toBe(String(state.notifications[0]!.id))
      stream.leave()
    }
  })

  test('of one person never tells of another', async () => {
    const [asha, ravi] = [await person(), await person()]
    const [hers, his] = [await listen(one, asha.token), await listen(one, ravi.token)]
    for (const stream of [hers, his]) await stream.next('hello')
    await tell(ravi.id, 'For Ravi alone')
    expect((await his.next('news')).data).toContain('For Ravi alone')
    await tell(asha.id, 'For Asha alone')
    const { data } = await hers.next('news')
    expect(data).toContain('For Asha alone')
    expect(data).not.toContain('Ravi')
    expect(hers.events.filter(({ event }) => event === 'news')).toEqual([])
    hers.leave()
    his.leave()
  })

  test('begins with what the page, or the last stream, has missed, and with nothing else', async () => {
    const { id, token } = await person()
    await tell(id, 'Told before')
    const first = await listen(one, token, {}, '?after=0')
    const news = await first.next('news')
    expect(news.data).toContain('Told before')
    first.leave()

    const current = [
      await listen(one, token, {}, `?after=${news.id}`),
      // On reconnect Last-Event-ID takes precedence over the URL's `after`.
      await listen(two, token, { 'Last-Event-ID': news.id! }, '?after=0'),
    ]
    for (const stream of current) await stream.next('hello')
    await tell(id, 'Told now')
    for (const stream of current) {
      expect((await stream.next('news')).data).toContain('Told now')
      stream.leave()
    }
  })

  test('whose session has ended hears no more, and closes', async () => {
    const [other, { id, token }] = [await person(), await person()]
    const poller = await listen(one, other.token)
    await poller.next('hello')
    const stream = await db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE notifications IN ACCESS EXCLUSIVE MODE`)
      const begun = await listen(one, token)
      await begun.next('hello')
      // Both the poller and the stream's first read wait for the table lock.
      await untilBlocked(2)
      await closeOtherSessions(id, null)
      await tell(id, 'Too late', tx)
      return begun
    })
    await stream.next('end')
    await stream.ended
    expect(JSON.stringify(stream.events)).not.toContain('Too late')
    poller.leave()
  })

  test('closes within its next beat when nothing is told, and lives on otherwise', async () => {
    const [asha, ravi] = [await person(), await person()]
    const [hers, his] = [await listen(two, asha.token), await listen(two, ravi.token)]
    for (const stream of [hers, his]) await stream.next('hello')
    await db
      .update(sessions)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(sessions.user_id, asha.id))
    await his.next('beat')
    await hers.ended
    expect(hers.events.at(-1)!.event).toBe('end')
    his.leave()
  }, 30_000)
})

test('a server stops within its limit while streams are open, and ends them', async () => {
  const [server] = await startServers(1)
  const people = await Promise.all(Array.from({ length: 5 }, person))
  const streams = await Promise.all(people.map(({ token }) => listen(server!, token)))
  for (const stream of streams) await stream.next('hello')
  expect(await server!.stop()).toBe(0)
  await Promise.all(streams.map((stream) => stream.ended))
  expect(server!.output()).toContain('"message":"stopped"')
  expect(server!.output()).not.toMatch(/"level":"error"|connections cut/)
}, 30_000)
