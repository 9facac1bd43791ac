/** Highest first: money and network reports, members, forms of guests, pages of guests, operators. */
export const PRIORITIES = ['money', 'member', 'form', 'guest', 'desk'] as const
export type Priority = (typeof PRIORITIES)[number]

const MAX_RUNNING = 16
const MAX_WAITING: Record<Priority, number> = {
  money: 2000,
  member: 256,
  form: 128,
  guest: 96,
  desk: 64,
}
/** Operators' requests at once, until each has ended: their lists use connections of the database for seconds. */
const MAX_DESK = 3
/** After this time a request no longer counts as running: it waits for a provider or a query. */
const SLOT_MS = 1000
/** Turns of the event loop before a queued request starts. Each accepts a connection, so that refusals need not wait for renders. */
const TURNS = 8
/** How long this process reports a refused guest, which is longer than the interval of a monitor. */
const REPORT_MS = 60_000

interface Options {
  running?: number
  desk?: number
  waiting?: Partial<Record<Priority, number>>
  slotMs?: number
  reportMs?: number
}

export type Admission = ReturnType<typeof createAdmission>

/** Under overload some requests are refused at once, instead of all becoming slow. */
export function createAdmission({
  running: limit = MAX_RUNNING,
  desk: deskLimit = MAX_DESK,
  waiting = {},
  slotMs = SLOT_MS,
  reportMs = REPORT_MS,
}: Options = {}) {
  const room = { ...MAX_WAITING, ...waiting }
  const queues = PRIORITIES.map((priority) => ({ priority, starts: [] as (() => void)[] }))
  let running = 0
  let atDesk = 0
  let isStarting = false
  let guestRefusedAt = -Infinity

  const mayStart = (priority: Priority) => running < limit && (priority !== 'desk' || atDesk < deskLimit)

  function startWaiting(turns = TURNS) {
    const first = queues.find(({ priority, starts }) => starts.length && mayStart(priority))
    isStarting = Boolean(first)
    if (!first) return
    if (turns > 0 && running > 0) return void setImmediate(startWaiting, turns - 1)
    first.starts.shift()!()
    startWaiting()
  }

  function begin(priority: Priority): () => void {
    running++
    if (priority === 'desk') atDesk++
    const leaveSlot = once(() => running--)
    const freeSlot = () => {
      leaveSlot()
      if (!isStarting) startWaiting()
    }
    const timer = setTimeout(freeSlot, slotMs)
    timer.unref()
    return once(() => {
      clearTimeout(timer)
      if (priority === 'desk') atDesk--
      freeSlot()
    })
  }

  return {
    /** Resolves with the function that ends the request, or with null if it is refused. */
    async enter(priority: Priority): Promise<(() => void) | null> {
      if (running === 0 && !isStarting && mayStart(priority)) return begin(priority)
      const { starts } = queues.find((queue) => queue.priority === priority)!
      if (starts.length >= room[priority]) {
        if (priority === 'guest' || priority === 'form') guestRefusedAt = performance.now()
        return null
      }
      return new Promise((resolve) => {
        starts.push(() => resolve(begin(priority)))
        if (!isStarting) startWaiting()
      })
    },
    hasRefusedGuests: () => performance.now() - guestRefusedAt < reportMs,
    counts: () => ({
      running,
      waiting: Object.fromEntries(queues.map(({ priority, starts }) => [priority, starts.length])),
    }),
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
