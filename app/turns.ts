/** Work too heavy to be done all at once: some at a time, a short queue, then a refusal. */

/** The queue is full: try again in a moment. */
export class Busy extends Error {}

/** A queue of its own: `running` at once and `waiting` behind them; what comes then is refused by throwing Busy. */
export function turns(running: number, waiting: number) {
  let busy = 0
  const queue: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) throw new Busy('too much at once')
      await new Promise<void>((go) => queue.push(go))
    } else busy++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy--
    }
  }
}
