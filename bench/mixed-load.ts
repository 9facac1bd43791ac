// Guests and a member on many pages: as fast as the server answers, or at a fixed rate.
import { setTimeout as sleep } from 'node:timers/promises'
import { BROTLI, forSeconds, openClient, repeatWhile } from './client'
import { signIn } from './shop'

const CONNECTIONS = 8
const PEAK_SECONDS = 10

/** The path of the n-th request, with the cookie of a member. */
type Page = (n: number) => { path: string; cookie?: string }

/** Guests and a member, cached and rendered pages, made-up addresses. */
async function listPages(url: string): Promise<Page[]> {
  const cookie = await signIn(url)
  const guest =
    (path: string): Page =>
    () => ({ path })
  const member =
    (path: string): Page =>
    () => ({ path, cookie })
  return [
    ...['/', '/Deals', '/CouponFilters/All', '/TopStores', '/Coupontopcodes'].map(guest),
    ...['/Account/Wallet', '/Account/History', '/'].map(member),
    (n) => ({ path: `/suggestions?q=${(n * 7919).toString(36).slice(0, 1 + (n % 5))}` }),
    (n) => ({ path: `/CouponFilters/All?q=${(n * 104_729).toString(36)}` }),
    (n) => ({ path: `/CouponsDetails/nothing-${n}` }),
  ]
}

export async function prepareLoad(url: string) {
  const pages = await listPages(url)
  const client = openClient(url, BROTLI, 64)
  let count = 0
  /** How often what failed: answers of 500 and above, and lost ones. */
  const failures: Record<string, number> = {}

  async function ask(): Promise<void> {
    const n = count++
    const { path, cookie } = pages[n % pages.length]!(n)
    const failure = await client(path, cookie ? { Cookie: cookie } : {}).then(
      ({ status }) => (status >= 500 ? String(status) : null),
      ({ code, message }: NodeJS.ErrnoException) => code ?? message,
    )
    if (failure === null) return
    const kind = `${path.split('?', 1)[0]!} ${failure}`
    failures[kind] = (failures[kind] ?? 0) + 1
  }

  const countDuring = (seconds: number) => repeatWhile(forSeconds(seconds), CONNECTIONS, ask)

  return {
    failures,
    /** Answers a second over a few connections, after a warm-up as long. */
    async findPeak(): Promise<number> {
      await countDuring(PEAK_SECONDS)
      return (await countDuring(PEAK_SECONDS)) / PEAK_SECONDS
    },
    /** Each request is sent when due, even if earlier ones are unanswered, until the returned function is called. */
    startAt(perSecond: number): () => Promise<void> {
      let isStopped = false
      const open = new Set<Promise<void>>()
      const loop = (async () => {
        for (let due = performance.now(); !isStopped; due += 1000 / perSecond) {
          const wait = due - performance.now()
          if (wait > 1) await sleep(wait)
          // A machine that is busy otherwise is not to pile up requests without end.
          if (open.size >= 1_000) await Promise.race(open)
          const one = ask().finally(() => open.delete(one))
          open.add(one)
        }
      })()
      return async () => {
        isStopped = true
        await loop
        await Promise.all(open)
      }
    },
  }
}
