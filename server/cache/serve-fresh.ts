import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { logHit } from './access-log'
import { readAsked } from './asked'
import type { Shelf } from './shelf'
import { HIT } from './status'
import type { Metrics } from '../../environment/metrics/metrics'
import type { Versions } from './versions'

interface Parts {
  versions: Versions
  isPersonal: (cookie: string) => boolean
  isOurHost: (host: string) => boolean
  metrics?: Metrics | undefined
}

/** Runs before everything else: true if a fresh stored page has answered. */
export function createServeFresh(shelf: Shelf, { versions, isPersonal, isOurHost, metrics }: Parts) {
  const idStart = `${randomBytes(6).toString('hex')}-`
  let answers = 0
  let lastHost = ''

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const asked = readAsked(request, isPersonal)
    if (!asked) return false
    const page = shelf.store.find(asked.key)
    if (!page || page.version !== versions.current) return false
    const started = metrics ? performance.now() : 0
    const now = Date.now()
    const encoding = page.choose(asked)
    if (now >= page.freshUntil || !page.isReady(encoding)) return false
    if (asked.host !== lastHost && !isOurHost(asked.host)) return false
    lastHost = asked.host
    const id = idStart + (answers++).toString(36)
    const status = shelf.send(page, asked, response, { id, status: HIT, encoding, now })
    logHit(id, request, status)
    if (metrics) {
      page.route ||= metrics.routeOf(request.url!)
      const ms = performance.now() - started
      metrics.seen({ route: page.route, method: request.method!, status, ms }, 'hit')
    }
    return true
  }
}
