export class Busy extends Error {}

/** Throws Busy when the queue is full. Waiting groups take turns. */
export function createSemaphore(running: number, waiting: number, waitingOfGroup = waiting) {
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
