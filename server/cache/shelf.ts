// The stored pages: which of them may be served, and how they are sent.
import type { ServerResponse } from 'node:http'
import type { Asked } from './asked'
import { createBestBrotli } from './best-brotli'
import type { Page, SendFacts } from './page'
import { createStore, type Store } from './store'
import type { Versions } from './versions'

/** In ms. How long after a change of the catalogue a page of before is still served while it is rendered anew. */
const GRACE = 2000

/** Hit: as it is. Stale: as it is, while it is rendered anew. */
type State = 'hit' | 'stale' | 'old'

export interface Shelf {
  store: Store
  /** Without what was purged. */
  find(key: string): Page | undefined
  stateOf(page: Page, now: number): State
  /** For when rendering fails. */
  isBetterThanNothing(page: Page): boolean
  /** The encoding must be ready. */
  send(page: Page, asked: Asked, response: ServerResponse, how: SendFacts): 200 | 304
  /** Encodes first where nobody has asked for this encoding before. */
  sendWhenReady(
    page: Page,
    asked: Asked,
    response: ServerResponse,
    how: Pick<SendFacts, 'id' | 'status'>,
  ): Promise<void>
  stop(): void
}

export function openShelf(bytes: number, versions: Versions): Shelf {
  const store = createStore(bytes)
  const best = createBestBrotli(
    (page) => store.peek(page.key) === page,
    (page) => store.grown(page),
  )
  const isPurged = (page: Page) => page.version < versions.purged

  const send: Shelf['send'] = (page, asked, response, how) => {
    if (how.encoding === 'br') {
      page.brotliAsked++
      if (page.needsBest) best.add(page)
    }
    return page.send(response, asked, how)
  }

  return {
    store,
    find(key) {
      const page = store.find(key)
      if (!page || !isPurged(page)) return page
      store.remove(key)
      return undefined
    },
    stateOf(page, now) {
      const isCurrent = page.version === versions.current
      if (isCurrent && now < page.freshUntil) return 'hit'
      if (now < page.failedUntil && now < page.errorUntil) return 'stale'
      return now < page.staleUntil && (isCurrent || now < versions.changedAt + GRACE) ? 'stale' : 'old'
    },
    isBetterThanNothing: (page) => Date.now() < page.errorUntil && !isPurged(page),
    send,
    async sendWhenReady(page, asked, response, how) {
      const encoding = page.choose(asked)
      if (!page.isReady(encoding)) {
        await page.make(encoding)
        store.grown(page)
      }
      if (!response.destroyed) send(page, asked, response, { ...how, encoding, now: Date.now() })
    },
    stop: () => best.stop(),
  }
}
