// Guests and a member on many pages: as fast as the server answers, or at a fixed rate.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './shop'

const CONNECTIONS = 8
const PEAK_SECONDS = 10

/** The path of the n-th request, with the cookie of a member. */
type Page = (n: number) => { path: string; cookie?: string }

/** Guests and a member, cached and rendered pages, made-up addresses. */
export async function listPages(url: string): Promise<Page[]> {
  const cookie = await signIn(`${url}/`)
  const guest =
    (text: string): Page =>
    () => ({ path: text })
  const member =
    (text: string): Page =>
    () => ({ path: text, cookie })
  return [
    ...['/', '/Deals', '/CouponFilters/All', '/TopStores', '/Coupontopcodes'].map(guest),
    ...['/Account/Wallet', '/Account/History', '/'].map(member),
    (n) => ({ path: `/suggestions?q=${(n * 7919).toString(36).slice(0, 1 + (n % 5))}` }),
    (n) => ({ path: `/CouponFilters/All?q=${(n * 104_729).toString(36)}` }),
    (n) => ({ path: `/CouponsDetails/nothing-${n}` }),
  ]
}

function asking(url: string, pages: Page[], maxSockets: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets })
  const counts = { count: 0, failures: 0, kinds: {} as Record<string, number> }
  const ask = (n: number) =>
    new Promise<void>((resolve) => {
      const { path: wanted, cookie } = pages[n % pages.length]!(n)
      const headers = { 'Accept-Encoding': 'br', ...(cookie && { Cookie: cookie }) }
      const fail = (what: string) => {
        counts.failures++
        const kind = `${wanted.split('?', 1)[0]!} ${what}`
        counts.kinds[kind] = (counts.kinds[kind] ?? 0) + 1
        resolve()
      }
      const failWith = (error: NodeJS.ErrnoException) => fail(error.code ?? error.message)
      http
        .get(`${url}${wanted}`, { agent, headers }, (answer) => {
          counts.count++
          if (answer.statusCode! >= 500) fail(String(answer.statusCode))
          answer.resume().once('end', resolve).once('error', failWith)
        })
        .once('error', failWith)
    })
  return { ask, counts, end: () => agent.destroy() }
}

/** Answers a second over a few connections, after a warm-up as long. */
export async function findPeak(url: string, pages: Page[]) {
  const { ask, counts, end } = asking(url, pages, CONNECTIONS)
  let n = 0
  const during = async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    const first = counts.count
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < until) await ask(n++)
      }),
    )
    return (counts.count - first) / seconds
  }
  await during(PEAK_SECONDS)
  const peak = await during(PEAK_SECONDS)
  end()
  return { peak, failures: counts.failures, kinds: counts.kinds }
}

/** Each request is sent when due, even if earlier ones are unanswered. */
export function openLoop(url: string, pages: Page[], rate: number) {
  const { ask, counts, end } = asking(url, pages, 64)
  let isStopped = false
  let resumed: Promise<void> | undefined
  const open = new Set<Promise<void>>()
  const loop = (async () => {
    let due = performance.now()
    for (let n = 0; !isStopped; n++) {
      if (resumed) {
        await resumed
        due = performance.now()
      }
      due += 1000 / rate
      const wait = due - performance.now()
      if (wait > 1) await sleep(wait)
      // A machine that is busy otherwise is not to pile up requests without end.
      if (open.size >= 1_000) await Promise.race(open)
      const one = ask(n).finally(() => open.delete(one))
      open.add(one)
    }
  })()
  return {
    /** Runs `work` while no request is sent. */
    async without<Result>(work: () => Promise<Result>): Promise<Result> {
      let resume = () => {}
      resumed = new Promise((resolve) => (resume = resolve))
      // One may be on its way.
      await sleep(2000 / rate)
      await Promise.all(open)
      try {
        return await work()
      } finally {
        resumed = undefined
        resume()
      }
    },
    async stop() {
      isStopped = true
      await loop
      await Promise.all(open)
      end()
      return counts
    },
  }
}
