/** The service worker's caches. A full disk or a browser that refuses them costs copies, never an answer. */
import { copyOf, factsOf, type Kept } from './copies'
import {
  FILES,
  isKeepableFile,
  isKeepablePage,
  isWholePage,
  OLDEST,
  PAGES,
  PICTURES,
  type Bounds,
} from './kept'

/** Raised by forget(): what was on its way before is not kept. */
let generation = 0

/** Deletes what shows where somebody was; the site's own scripts and styles stay. */
export async function forget(): Promise<void> {
  generation += 1
  await Promise.all([PAGES, PICTURES].map(({ name }) => caches.delete(name)))
}

/** Deletes caches of earlier workers. */
export async function forgetOlder(): Promise<void> {
  const known = [PAGES, PICTURES, FILES].map(({ name }) => name)
  for (const name of await caches.keys()) if (!known.includes(name)) await caches.delete(name)
}

/** `response` is read. */
export async function keepPage(response: Response, address: string): Promise<void> {
  if (!isKeepablePage(response, address)) return
  const before = generation
  const html = await response.text()
  if (!isWholePage(html) || generation !== before) return
  await put(PAGES, address, copyOf(html, response, Date.now()))
}

export async function findPage(address: string): Promise<Response | undefined> {
  const copy = await find(PAGES, address)
  return copy && isFresh(factsOf(copy, address)) ? copy : undefined
}

/** The newest first. */
export async function listPages(): Promise<Kept[]> {
  const kept = (await entriesOf(PAGES)).map(({ address, copy }) => factsOf(copy, address))
  return kept.filter(isFresh).sort((a, b) => b.at - a.at)
}

const isFresh = ({ at }: Kept) => Date.now() - at < OLDEST

export async function keepFile(response: Response, address: string, bounds: Bounds): Promise<void> {
  if (isKeepableFile(response, bounds)) await put(bounds, address, response)
}

export async function find({ name }: Bounds, address: string): Promise<Response | undefined> {
  try {
    return await caches.match(address, { cacheName: name, ignoreVary: true })
  } catch {
    return undefined
  }
}

async function put(bounds: Bounds, address: string, response: Response): Promise<void> {
  const before = generation
  try {
    const cache = await caches.open(bounds.name)
    await cache.put(address, response)
    if (generation !== before) await cache.delete(address)
    await trim(bounds)
  } catch (error) {
    // What is kept is worth less than room for what is read next.
    if ((error as Error).name === 'QuotaExceededError') await caches.delete(bounds.name).catch(() => false)
  }
}

/** Deletes the oldest until the cache is within its bounds. */
async function trim(bounds: Bounds): Promise<void> {
  const entries = await entriesOf(bounds)
  const cache = await caches.open(bounds.name)
  let bytes = 0
  for (const [at, { address, copy }] of entries.reverse().entries()) {
    bytes += await sizeOf(copy)
    if (at >= bounds.count || bytes > bounds.bytes) await cache.delete(address)
  }
}

/** In the order in which they were kept: put() moves an address to the end. */
async function entriesOf({ name }: Bounds): Promise<{ address: string; copy: Response }[]> {
  if (!(await caches.has(name))) return []
  const cache = await caches.open(name)
  const entries = []
  for (const { url } of await cache.keys()) {
    const copy = await cache.match(url, { ignoreVary: true })
    if (copy) entries.push({ address: url, copy })
  }
  return entries
}

/** What was sent for it; pages are kept uncompressed and say no length. */
async function sizeOf(copy: Response): Promise<number> {
  return Number(copy.headers.get('Content-Length')) || (await copy.blob()).size
}
