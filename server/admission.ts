/**
 * Admission of requests to the application: under overload some are refused at once, instead of all becoming slow. How many
 * run beside each other follows the delay of the event loop: slow providers and queries hold nobody up, renders do.
 */
import { createFairQueue, type FairQueue } from './fair-queue'

/** Listed as they are refused: pages first, then forms, then payouts and withdrawals; authentic postbacks last. */
export type Priority = 'page' | 'form' | 'money' | 'report'

const FEWEST = 8
const FIRST = 32
const MOST = 256
const STEP = 4
const SHRINK = 0.7
/** In ms. */
const BUSY_LAG = 30
const LOOK = 50
const MOST_WAITING: Record<Priority, number> = { page: 64, form: 256, money: 2000, report: 2000 }
const ORDER: readonly Priority[] = ['report', 'money', 'form', 'page']

type Answer = (isAdmitted: boolean) => void

export interface Admission {
  /** Resolves with the function that ends the request, or with null if it is refused. Senders wait by turns. */
  enter(priority: Priority, sender?: string): Promise<(() => void) | null>
  /** Adapts the limit to the event loop's delay in ms. */
  adapt(lag: number): void
}

export function createAdmission({ running: first = FIRST, waiting: most = MOST_WAITING } = {}): Admission {
  const waiting = Object.fromEntries(
    ORDER.map((priority) => [priority, createFairQueue<Answer>(most[priority])]),
  ) as Record<Priority, FairQueue<Answer>>
  let limit = first
  let running = 0

  const admitWaiting = () => {
    while (running < limit) {
      const admit = nextOf(waiting)
      if (!admit) return
      running++
      admit(true)
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
    async enter(priority, sender = '') {
      if (running < limit) {
        running++
        return admitted()
      }
      const isAdmitted = await new Promise<boolean>((resolve) => {
        waiting[priority].add(sender, resolve)?.(false)
      })
      return isAdmitted ? admitted() : null
    },
    adapt(lag) {
      if (lag > BUSY_LAG) limit = Math.max(FEWEST, Math.floor(limit * SHRINK))
      else if (running >= limit) limit = Math.min(MOST, limit + STEP)
      admitWaiting()
    },
  }
}

function nextOf(waiting: Record<Priority, FairQueue<Answer>>): Answer | undefined {
  for (const priority of ORDER) {
    const next = waiting[priority].next()
    if (next) return next
  }
  return undefined
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

const POSTBACK = /^\/postback(?:\/|$)/i
const WEBHOOK = /^\/webhooks(?:\/|$)/i
const MONEY_FORM = /wallet|withdraw/i

/** A postback without a network's secret waits like a page: a flood of them must not hold up the authentic ones. */
export function priorityOf(method: string, path: string, isAuthentic: (path: string) => boolean): Priority {
  if (POSTBACK.test(path)) return isAuthentic(path) ? 'report' : 'page'
  if (WEBHOOK.test(path)) return 'money'
  if (method === 'GET' || method === 'HEAD') return 'page'
  return MONEY_FORM.test(path) ? 'money' : 'form'
}
