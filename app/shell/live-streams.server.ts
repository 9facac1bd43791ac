/**
 * The event streams of this process: each tells one signed-in browser of the state of its header when something is new.
 * However many there are, they live by one query a second for what is new (outreach) and one every 15 s for the sessions.
 */
import { eventStream } from 'remix-utils/sse/server'
import { findOpenSessions } from '~/accounts/open-sessions.server'
import { refusal } from '~/http/respond.server'
import type { Session } from '~/http/session.server'
import { errorFacts, log } from '~/log.server'
import { createNewsPoller, type News } from '~/outreach/news-poller.server'
import { readHeaderState } from './header-data.server'

interface Stream {
  userId: number
  tokenHash: string
  send(event: string, data?: string): void
  close(): void
}

/** A browser has one; a person has a few browsers. */
const MOST_A_PERSON = 6
const MOST = 2000
/** Proxies let go of a connection that is silent for a minute. */
const BEAT = 15_000

const streams = new Set<Stream>()
const poller = createNewsPoller(onNews)
let beat: NodeJS.Timeout | undefined

/** The answer to a browser that listens; 429 for more streams than a person has use for, 503 while there is no database. */
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
  // remix-utils ends a stream that its reader has left already, which throws: so it gets a signal of its own.
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
    // Gone already: no event will say so.
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

/** For the server's orderly stop. */
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

/** A stream whose reader has just left throws; there is nobody left to tell. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Its close() is on the way.
  }
}

/** The newest notification that this browser knows: by the stream before this one, or by its page. */
function lastSeen(request: Request): number {
  const said = request.headers.get('Last-Event-ID') || new URL(request.url).searchParams.get('after') || ''
  return /^\d{1,15}$/.test(said) ? Number(said) : 0
}

/** What came between the page and the stream, or between two streams, is told at once. */
async function greet(stream: Stream, seen: number): Promise<void> {
  // After a restart not all come back in the same second. remix-utils writes event lines alone: one may carry another.
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
  // One person after the other, so that a crowd does not take the pool from those who wait for a page.
  for (const own of concerned.values()) queue = queue.then(() => tell(own))
}

/** Tells one person's streams the state of the header, read once; a stream whose session has ended hears no more. */
async function tell(own: Stream[], isNews: (newest: number) => boolean = () => true): Promise<void> {
  const { userId } = own[0]!
  try {
    const state = await readHeaderState(userId)
    // Asked after it: what was written when a session had ended is never told to it.
    const open = await findOpenSessions(own.map((stream) => stream.tokenHash))
    const newest = state.notifications?.[0]?.id ?? 0
    for (const stream of own) {
      if (!open.has(stream.tokenHash)) end(stream)
      else if (isNews(newest)) stream.send(`news\nid: ${newest}`, JSON.stringify(state))
    }
  } catch (error) {
    // Where all have gone, as in an orderly stop, there is nobody to tell.
    if (own.some((stream) => streams.has(stream))) log('error', 'news could not be told', errorFacts(error))
  }
}

/** Keeps the connections alive, and ends those whose session is over. */
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
