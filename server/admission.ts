/** From the first that is served to the last: money and reports of networks, people who are signed in or send a form, guests, operators. */
export const PRIORITIES = ['money', 'member', 'guest', 'desk'] as const
export type Priority = (typeof PRIORITIES)[number]

const MAX_RUNNING = 16
const MAX_WAITING: Record<Priority, number> = { money: 2000, member: 256, guest: 96, desk: 64 }
/** In ms. Then a request gives its place back: it waits for a provider or a query, and holds nobody up. */
const SLOT_MS = 1000
/**
 * Turns of the event loop before a request is started beside others: a turn accepts one connection, and those behind renders would
 * wait for seconds to be refused.
 */
const TURNS = 8

interface Options {
  running?: number
  waiting?: Partial<Record<Priority, number>>
  slotMs?: number
}

export type Admission = ReturnType<typeof createAdmission>

/** Limits how many requests run beside each other: under overload some are refused at once, instead of all becoming slow. */
export function createAdmission({
  running: limit = MAX_RUNNING,
  waiting = {},
  slotMs = SLOT_MS,
}: Options = {}) {
  const room = { ...MAX_WAITING, ...waiting }
  const queues = PRIORITIES.map((priority) => ({ priority, starts: [] as (() => void)[] }))
  let running = 0
  let isStarting = false

  function startWaiting(turns = TURNS) {
    const first = running < limit && queues.find(({ starts }) => starts.length)
    isStarting = Boolean(first)
    if (!first) return
    if (turns > 0 && running > 0) return void setImmediate(startWaiting, turns - 1)
    first.starts.shift()!()
    startWaiting()
  }

  function begin(): () => void {
    running++
    let isOver = false
    const leave = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      running--
      if (!isStarting) startWaiting()
    }
    const timer = setTimeout(leave, slotMs)
    timer.unref()
    return leave
  }

  return {
    /** Resolves with the function that ends the request, or with null if it is refused. */
    async enter(priority: Priority): Promise<(() => void) | null> {
      if (running === 0 && limit > 0 && !isStarting) return begin()
      const { starts } = queues.find((queue) => queue.priority === priority)!
      if (starts.length >= room[priority]) return null
      return new Promise((resolve) => {
        starts.push(() => resolve(begin()))
        if (!isStarting) startWaiting()
      })
    },
    /** Now, by kind; for metrics. */
    counts: () => ({
      running,
      waiting: Object.fromEntries(queues.map(({ priority, starts }) => [priority, starts.length])),
    }),
  }
}
