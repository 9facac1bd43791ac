/** Work too heavy to be done all at once: some at a time, a short queue, then a refusal. */

/** The queue is full: try again in a moment. */
export class Busy extends Error {}

/**
 * A queue of its own: `running` at once and `waiting` behind them; what comes then is refused by throwing Busy. Work that
 * names a group, such as the network it comes from, has at most `waitingOfGroup` places, and groups take turns: one group
 * neither fills the queue nor holds up the others.
 */
export function turns(running: number, waiting: number, waitingOfGroup = waiting) {
  let busy = 0
  let queued = 0
  const queues = new Map<string, (() => void)[]>()

  function enqueue(group: string, go: () => void): void {
    const queue = queues.get(group) ?? []
    if (queued >= waiting || (group && queue.length >= waitingOfGroup)) throw new Busy('too much at once')
    queue.push(go)
    queues.set(group, queue)
    queued++
  }

  /** The first of the group that has waited longest for its turn. */
  function dequeue(): (() => void) | undefined {
    const [first] = queues
    if (!first) return undefined
    const [group, queue] = first
    const go = queue.shift()
    queued--
    queues.delete(group)
    if (queue.length) queues.set(group, queue)
    return go
  }

  return async function inTurn<T>(work: () => Promise<T>, group = ''): Promise<T> {
    if (busy >= running) await new Promise<void>((go) => enqueue(group, go))
    else busy++
    try {
      return await work()
    } finally {
      const next = dequeue()
      if (next) next()
      else busy--
    }
  }
}
