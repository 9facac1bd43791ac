/**
 * Admission of requests to the application: under overload some are refused at once, instead of all becoming slow. How many
 * run beside each other follows the event loop: slow providers and queries hold nobody up, renders do. One that waits is
 * started when a turn of the loop had little else to do, so that what comes in is read, and refused, between two renders.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { createFairQueue, type FairQueue } from './fair-queue'
import { createStarter, TURNS, type Turns } from './starts'

/** Listed as they are refused: pages first, then forms, then payouts and withdrawals; authentic postbacks last. */
export type Priority = 'page' | 'form' | 'money' | 'report'

const FEWEST = 4
const FIRST = 8
const MOST = 256
const SHRINK = 0.7
const GROW = 1.15
/** In ms, of the longest turn of the event loop within LOOK. */
const LONG_TURN = 30
/** The share of the time that the loop was not waiting. Beside more requests nothing would be done sooner. */
const FULL = 0.8
const LOOK = 50
const MOST_WAITING: Record<Priority, number> = { page: 96, form: 256, money: 2000, report: 2000 }
const ORDER: readonly Priority[] = ['report', 'money', 'form', 'page']

type Answer = (isAdmitted: boolean) => void

export interface Admission {
  /** Resolves with the function that ends the request, or with null if it is refused. Senders wait by turns. */
  enter(priority: Priority, sender?: string): Promise<(() => void) | null>
  /** To be called for each new connection. */
  connected(): void
  /** Adapts the limit to the event loop: its longest turn in ms, and the share of the time that it was not waiting. */
  adapt(longest: number, used: number): void
  /** Now, by kind; for metrics. */
  counts(): { running: number; waiting: Record<Priority, number> }
}

interface Options {
  running?: number
  waiting?: Record<Priority, number>
  turns?: Turns
}

export function createAdmission({
  running: first = FIRST,
  waiting: room = MOST_WAITING,
  turns = TURNS,
}: Options = {}): Admission {
  const waiting = openQueues(room)
  let limit = first
  let running = 0
  const starter = createStarter(turns, {
    isWanted: () => running < limit && waiting.size() > 0,
    isAlone: () => running === 0,
    start() {
      running++
      waiting.next()!(true)
    },
  })

  const admitted = () => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running--
      starter.look()
    }
  }

  return {
    async enter(priority, sender = '') {
      const isAdmitted = await new Promise<boolean>((resolve) => {
        waiting.add(priority, sender, resolve)?.(false)
        starter.look()
      })
      return isAdmitted ? admitted() : null
    },
    connected: () => starter.connected(),
    counts: () => ({ running, waiting: waiting.sizes() }),
    adapt(longest, used) {
      if (longest > LONG_TURN) limit = Math.max(FEWEST, Math.floor(limit * SHRINK))
      else if (running >= limit && used < FULL) limit = Math.min(MOST, Math.ceil(limit * GROW))
      starter.look()
    },
  }
}

function openQueues(room: Record<Priority, number>) {
  const all = ORDER.map((priority): [Priority, FairQueue<Answer>] => [
    priority,
    createFairQueue(room[priority]),
  ])
  const of = Object.fromEntries(all) as Record<Priority, FairQueue<Answer>>
  return {
    /** Returns whom to refuse. */
    add: (priority: Priority, sender: string, answer: Answer) => of[priority].add(sender, answer),
    size: () => all.reduce((sum, [, { size }]) => sum + size, 0),
    sizes: () =>
      Object.fromEntries(all.map(([priority, { size }]) => [priority, size])) as Record<Priority, number>,
    next: () => all.find(([, { size }]) => size > 0)?.[1].next(),
  }
}

/** Follows the event loop until the process ends. */
export function openAdmission(): Admission {
  const admission = createAdmission()
  const resolution = 10
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    admission.adapt(delays.max / 1e6 - resolution, performance.eventLoopUtilization(now, before).utilization)
    delays.reset()
    before = now
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
