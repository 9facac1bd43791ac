/** Scripts of pages that are the same for every guest: their data, and what starts them (late-scripts.server.ts). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const BYTES = 16 * 1024 * 1024

const kept = new LRUCache<string, string>({ maxSize: BYTES, sizeCalculation: (script) => 2 * script.length })

/** Returns the address. `page` is that of the page, from which another process can make the script again. */
export function keepPageScript(script: string, page: string): string {
  const name = createHash('sha256').update(script).digest('base64url').slice(0, 22)
  kept.set(name, script)
  return `/page-script/${name}.js?of=${encodeURIComponent(page)}`
}

export const findPageScript = (name: string): string | undefined => kept.get(name)
