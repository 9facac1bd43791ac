import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { logHit } from './access-log'
import { readAsked } from './asked'
import type { Shelf } from './shelf'
import { HIT } from './status'
import type { Versions } from './versions'

interface Parts {
  versions: Versions
  isPersonal: (cookie: string) => boolean
  isOurHost: (host: string) => boolean
}

/** Runs before everything else: true if a fresh stored page has answered. */
export function createServeFresh(shelf: Shelf, { versions, isPersonal, isOurHost }: Parts) {
  const idStart = `${randomBytes(6).toString('hex')}-`
  let answers = 0
  let lastHost = ''

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const asked = readAsked(request, isPersonal)
    if (!asked) return false
    const page = shelf.store.find(asked.key)
    if (!page || page.version !== versions.current) return false
    const now = Date.now()
    const encoding = page.choose(asked)
    if (now >= page.freshUntil || !page.isReady(encoding)) return false
    if (asked.host !== lastHost && !isOurHost(asked.host)) return false
    lastHost = asked.host
    const id = idStart + (answers++).toString(36)
    logHit(id, request, shelf.send(page, asked, response, { id, status: HIT, encoding, now }))
    return true
  }
}
