// Brotli's best quality for pages that are asked for again, one at a time and for a fifth of one core at most.
import { errorFacts, log } from '~/runtime/log.server'
import type { Page } from './page'

/** Pages that wait; of more the oldest stay as they are until they are asked for again. */
const MOST_WAITING = 100
/** Time off for each ms of work. */
const REST = 4

export interface BestBrotli {
  add(page: Page): void
  stop(): void
}

export function createBestBrotli(isStored: (page: Page) => boolean, done: (page: Page) => void): BestBrotli {
  const waiting = new Set<Page>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let stopped = false

  async function run(): Promise<void> {
    const [page] = waiting
    if (!page || stopped) return
    waiting.delete(page)
    if (!isStored(page) || !page.needsBest) return next(0)
    isRunning = true
    const started = performance.now()
    try {
      await page.makeBest()
      done(page)
    } catch (error) {
      log('error', 'compressing failed', errorFacts(error))
    }
    isRunning = false
    next((performance.now() - started) * REST)
  }

  function next(wait: number): void {
    timer = undefined
    if (!waiting.size || stopped) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, wait)
    timer.unref()
  }

  return {
    add(page) {
      if (stopped || waiting.has(page)) return
      if (waiting.size === MOST_WAITING) waiting.delete([...waiting][0]!)
      waiting.add(page)
      if (!isRunning && !timer) next(0)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
