// When work that waits is started: between turns of the event loop (docs/decisions/0045-turns-of-the-loop.md).

/** In ms. A turn that took so long ran parts of requests that have begun. */
const BUSY_TURN = 3
/**
 * libuv accepts one connection in a turn: behind turns with a render each they would wait for seconds before anything of
 * them is read. So many go before a request that waits.
 */
const CONNECTIONS_FIRST = 64
/** In ms since the last start: after that, one is started into a busy loop, too. */
const LONGEST_PAUSE = 1000

/** The turns of the event loop; tests have their own. */
export interface Turns {
  /** In ms. */
  now(): number
  next(work: () => void): void
}

export const TURNS: Turns = { now: () => performance.now(), next: (work) => void setImmediate(work) }

interface Work {
  isWanted: () => boolean
  /** Nothing runs. */
  isAlone: () => boolean
  start: () => void
}

/** Starts one piece of work in each turn that had little else to do. */
export function createStarter(turns: Turns, { isWanted, isAlone, start }: Work) {
  let isLooking = false
  let began = 0
  let started = turns.now()
  let isConnecting = false
  let connections = 0

  const isTime = (now: number) => {
    const isQuiet = now - began < BUSY_TURN || isAlone()
    if (isQuiet && isConnecting) connections++
    if (isConnecting && connections < CONNECTIONS_FIRST) return now - started > LONGEST_PAUSE
    return isQuiet || now - started > LONGEST_PAUSE
  }

  function turn() {
    isLooking = false
    if (!isWanted()) return
    const now = turns.now()
    if (isTime(now)) {
      started = now
      connections = 0
      start()
    }
    look()
  }

  function look() {
    if (isLooking || !isWanted()) return
    isLooking = true
    isConnecting = false
    began = turns.now()
    turns.next(turn)
  }

  return {
    /** To be called when something waits, or when a place is free. */
    look,
    connected() {
      isConnecting = true
    },
  }
}
