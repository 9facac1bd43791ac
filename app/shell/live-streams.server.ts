/** All streams share one query a second for news, and one every 15 s for sessions. */
import { eventStream } from 'remix-utils/sse/server'
import { findOpenSessions } from '~/accounts/sessions/open-sessions.server'
import { refusal } from '~/http/respond.server'
import type { Session } from '~/http/session.server'
import { errorFacts, log } from '~/runtime/log.server'
import { createNewsPoller, type News } from '~/outreach/news-poller.server'
import { readHeaderState } from './header-data.server'

interface Stream {
  userId: number
  tokenHash: string
  send(event: string, data?: string): void
  close(): void
}

const MOST_A_PERSON = 6
const MOST = 2000
/** In ms: proxies close connections that are silent for a minute. */
const BEAT = 15_000

const streams = new Set<Stream>()
const poller = createNewsPoller(onNews)
let beat: NodeJS.Timeout | undefined

/** 429 above the limit per person; 503 without a database or above the limit of the process. */
export async function openStream(request: Request, { user, tokenHash }: Session): Promise<Response> {
  const ready = await poller.start().then(
    () => true,
    () => false,
  )
  const own = [...streams].filter((stream) => stream.userId === user.id).length
  if (!ready || own >= MOST_A_PERSON || streams.size >= MOST) {
    stopWhenIdle()
    return refusal(own >= MOST_A_PERSON ? 429 : 503, 'Too many streams', { 'Retry-After': '60' })
  }
  // remix-utils throws when it ends a stream whose reader has left, so it gets a signal of its own.
  const response = eventStream(new AbortController().signal, (send, end) => {
    const stream: Stream = {
      userId: user.id,
      tokenHash,
      send: (event, data = '') => attempt(() => send({ event, data })),
      close() {
        if (streams.delete(stream)) attempt(end)
        stopWhenIdle()
      },
    }
    streams.add(stream)
    request.signal.addEventListener('abort', () => stream.close(), { once: true })
    // Already aborted: no event will follow.
    if (request.signal.aborted) queueMicrotask(() => stream.close())
    else void greet(stream, lastSeen(request))
    return () => {}
  })
  beat ??= setInterval(() => void onBeat(), BEAT).unref()
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Accel-Buffering', 'no')
  response.headers.delete('Connection')
  return response
}

export function stopStreams(): void {
  for (const stream of streams) stream.close()
  stopWhenIdle()
}

function stopWhenIdle(): void {
  if (streams.size) return
  poller.stop()
  clearInterval(beat)
  beat = undefined
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // close() follows.
  }
}

function lastSeen(request: Request): number {
  const said = request.headers.get('Last-Event-ID') || new URL(request.url).searchParams.get('after') || ''
  return /^\d{1,15}$/.test(said) ? Number(said) : 0
}

async function greet(stream: Stream, seen: number): Promise<void> {
  // A random delay spreads reconnects after a restart. remix-utils writes only event lines: one may carry another.
  stream.send(`hello\nretry: ${2000 + Math.floor(Math.random() * 4000)}`)
  await tell([stream], (newest) => newest > seen)
}

let queue = Promise.resolve()

function onNews(news: News[]): void {
  const told = new Set(news.map(({ userId }) => userId))
  const concerned = new Map<number, Stream[]>()
  for (const stream of streams)
    if (told.has(stream.userId))
      concerned.set(stream.userId, [...(concerned.get(stream.userId) ?? []), stream])
  // One person at a time, so that a burst does not exhaust the connection pool.
  for (const own of concerned.values()) queue = queue.then(() => tell(own))
}

async function tell(own: Stream[], isNews: (newest: number) => boolean = () => true): Promise<void> {
  const { userId } = own[0]!
  try {
    const state = await readHeaderState(userId)
    // Checked after the read: nothing written after the end of a session is sent to it.
    const open = await findOpenSessions(own.map((stream) => stream.tokenHash))
    const newest = state.notifications?.[0]?.id ?? 0
    for (const stream of own) {
      if (!open.has(stream.tokenHash)) end(stream)
      else if (isNews(newest)) stream.send(`news\nid: ${newest}`, JSON.stringify(state))
    }
  } catch (error) {
    if (own.some((stream) => streams.has(stream))) log('error', 'news could not be told', errorFacts(error))
  }
}

async function onBeat(): Promise<void> {
  const all = [...streams]
  const open = await findOpenSessions(all.map((stream) => stream.tokenHash)).catch(() => null)
  for (const stream of all) {
    if (open && !open.has(stream.tokenHash)) end(stream)
    else stream.send('beat')
  }
}

function end(stream: Stream): void {
  stream.send('end')
  stream.close()
}
