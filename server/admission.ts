/** Highest first: money and network reports, members and forms, guests, operators. */
export const PRIORITIES = ['money', 'member', 'guest', 'desk'] as const
export type Priority = (typeof PRIORITIES)[number]

const MAX_RUNNING = 16
const MAX_WAITING: Record<Priority, number> = { money: 2000, member: 256, guest: 96, desk: 64 }
/** After this time a request no longer counts as running: it waits for a provider or a query. */
const SLOT_MS = 1000
/** Turns of the event loop before a queued request starts. Each accepts a connection, so that refusals need not wait for renders. */
const TURNS = 8

interface Options {
  running?: number
  waiting?: Partial<Record<Priority, number>>
  slotMs?: number
}

export type Admission = ReturnType<typeof createAdmission>

/** Under overload some requests are refused at once, instead of all becoming slow. */
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
    counts: () => ({
      running,
      waiting: Object.fromEntries(queues.map(({ priority, starts }) => [priority, starts.length])),
    }),
  }
}
