/** From the first that is served to the last: payouts and reports of networks, people who are signed in or send a form, guests, operators. */
export const PRIORITIES = ['money', 'member', 'guest', 'desk'] as const
export type Priority = (typeof PRIORITIES)[number]

const RUNNING = 16
const WAITING: Record<Priority, number> = { money: 2000, member: 256, guest: 96, desk: 64 }
/** In ms. Then a request gives its place back: it waits for a provider or a query, and holds nobody up. */
const HELD = 1000

interface Options {
  running?: number
  waiting?: Partial<Record<Priority, number>>
  held?: number
}

export type Admission = ReturnType<typeof createAdmission>

/** Limits how many requests run beside each other: under overload some are refused at once, instead of all becoming slow. */
export function createAdmission({ running: limit = RUNNING, waiting = {}, held = HELD }: Options = {}) {
  const room = { ...WAITING, ...waiting }
  const queues = PRIORITIES.map((priority) => ({ priority, starts: [] as (() => void)[] }))
  let running = 0

  function startNext() {
    if (running < limit) queues.find(({ starts }) => starts.length)?.starts.shift()?.()
  }

  function begin(): () => void {
    running++
    let isOver = false
    const leave = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      running--
      // In another turn of the event loop, so that connections are accepted between two renders.
      setImmediate(startNext)
    }
    const timer = setTimeout(leave, held)
    timer.unref()
    return leave
  }

  return {
    /** Resolves with the function that ends the request, or with null if it is refused. */
    async enter(priority: Priority): Promise<(() => void) | null> {
      if (running < limit) return begin()
      const { starts } = queues.find((queue) => queue.priority === priority)!
      if (starts.length >= room[priority]) return null
      return new Promise((resolve) => starts.push(() => resolve(begin())))
    },
    /** Now, by kind; for metrics. */
    counts: () => ({
      running,
      waiting: Object.fromEntries(queues.map(({ priority, starts }) => [priority, starts.length])),
    }),
  }
}
