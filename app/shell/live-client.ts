/** One event stream per browser: visible tabs compete for a lock, and its holder broadcasts what it receives. */
import type { HeaderState } from './header-data.server'

const NAME = 'dealdwaar-live'
const FIRST_WAIT = 15_000
const MOST_TRIES = 5

/** `known` returns the id of the newest notification on the page. Returns the unsubscribe function. */
export function follow(known: () => number, tell: (state: HeaderState) => void): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  if (channel) channel.onmessage = ({ data }: MessageEvent<HeaderState>) => tell(data)
  const hear = (state: HeaderState) => {
    tell(state)
    channel?.postMessage(state)
  }
  let turn: AbortController | null = null

  function look() {
    if (document.visibilityState === 'visible') {
      turn ??= takeTurn((signal) => listenTo(known, hear, signal))
    } else leave()
  }
  function leave() {
    turn?.abort()
    turn = null
  }

  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
    channel?.close()
  }
}

/** Aborting cancels the lock request or the work. The Web Locks API needs https or localhost. */
function takeTurn(work: (signal: AbortSignal) => Promise<void>): AbortController {
  const turn = new AbortController()
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) void work(turn.signal)
  else locks.request(NAME, { signal: turn.signal }, () => work(turn.signal)).catch(() => {})
  return turn
}

function listenTo(
  known: () => number,
  hear: (state: HeaderState) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    let tries = 0
    const finish = () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    }
    const open = () => {
      source = new EventSource(`/Account/Notifications/live?after=${known()}`)
      source.addEventListener('hello', () => (tries = 0))
      source.addEventListener('news', ({ data }: MessageEvent<string>) =>
        hear(JSON.parse(data) as HeaderState),
      )
      source.addEventListener('end', finish)
      source.onerror = () => {
        // EventSource reconnects after a broken connection, but not after a refused one.
        if (source.readyState !== EventSource.CLOSED) return
        if (++tries > MOST_TRIES) finish()
        else timer = setTimeout(open, FIRST_WAIT * 2 ** (tries - 1))
      }
    }
    signal.addEventListener('abort', finish, { once: true })
    if (signal.aborted) finish()
    else open()
  })
}
