/**
 * Admission of requests to the application: under overload some are refused at once, instead of all becoming slow. How many
 * run beside each other follows the delay of the event loop: slow providers and queries hold nobody up, renders do.
 */

/** Listed as they are refused: pages first, the reports of networks, payouts and withdrawals last. */
export type Priority = 'page' | 'form' | 'money'

const FEWEST = 8
const FIRST = 32
const MOST = 256
const STEP = 4
const SHRINK = 0.7
/** In ms. */
const BUSY_LAG = 30
const LOOK = 50
const MOST_WAITING: Record<Priority, number> = { page: 64, form: 256, money: 2000 }
const ORDER: readonly Priority[] = ['money', 'form', 'page']

export interface Admission {
  /** Resolves with the function that ends the request, or with null if it is refused. */
  enter(priority: Priority): Promise<(() => void) | null>
  /** Adapts the limit to the event loop's delay in ms. */
  adapt(lag: number): void
}

export function createAdmission({ running: first = FIRST, waiting: most = MOST_WAITING } = {}): Admission {
  const waiting: Record<Priority, (() => void)[]> = { page: [], form: [], money: [] }
  let limit = first
  let running = 0

  const admitWaiting = () => {
    while (running < limit) {
      const next = ORDER.map((priority) => waiting[priority])
        .find((queue) => queue.length)
        ?.shift()
      if (!next) return
      running++
      next()
    }
  }

  const admitted = () => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running--
      admitWaiting()
    }
  }

  return {
    async enter(priority) {
      const queue = waiting[priority]
      if (running < limit) running++
      else if (queue.length >= most[priority]) return null
      else await new Promise<void>((resolve) => queue.push(resolve))
      return admitted()
    },
    adapt(lag) {
      if (lag > BUSY_LAG) limit = Math.max(FEWEST, Math.floor(limit * SHRINK))
      else if (running >= limit) limit = Math.min(MOST, limit + STEP)
      admitWaiting()
    },
  }
}

/** Follows the event loop until the process ends. */
export function openAdmission(): Admission {
  const admission = createAdmission()
  let due = performance.now() + LOOK
  setInterval(() => {
    const now = performance.now()
    admission.adapt(now - due)
    due = now + LOOK
  }, LOOK).unref()
  return admission
}

const MONEY_PATH = /^\/(?:postback|webhooks)(?:\/|$)/i
const MONEY_FORM = /wallet|withdraw/i

export function priorityOf(method: string, path: string): Priority {
  if (MONEY_PATH.test(path)) return 'money'
  if (method === 'GET' || method === 'HEAD') return 'page'
  return MONEY_FORM.test(path) ? 'money' : 'form'
}
