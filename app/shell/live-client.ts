/**
 * One event stream a browser, in a tab that is seen: visible tabs queue for a lock, and whoever has it listens and passes
 * on what it hears. A tab that is hidden gives the lock back.
 */
import type { HeaderState } from './header-data.server'

const NAME = 'dealdwaar-live'
const FIRST_WAIT = 15_000
const MOST_TRIES = 5

/** `known` gives the id of the newest notification on the page. Returns the function that ends it. */
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

/** Does `work` when no other tab does; abort ends the wait, and the work. Locks need https or localhost. */
function takeTurn(work: (signal: AbortSignal) => Promise<void>): AbortController {
  const turn = new AbortController()
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) void work(turn.signal)
  else locks.request(NAME, { signal: turn.signal }, () => work(turn.signal)).catch(() => {})
  return turn
}

/** Resolves when the signal says so, the session has ended, or the server refuses again and again. */
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
        // A connection that broke comes back by itself; one that was refused does not.
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
