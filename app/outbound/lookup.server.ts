/** A connection goes to the address that was checked here: a name that resolves differently later (DNS rebinding) gains nothing. */
import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isAllowedAddress } from './addresses'
import { ProviderFailure } from './ask.server'

export const NOT_ALLOWED = 'a private address'

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void

/** One lookup per name: dns.lookup() blocks a thread of the pool that password hashing needs, so callers share it. */
const pendingLookups = new Map<string, LookupCallback[]>()

function lookUp(hostname: string, callback: LookupCallback): void {
  const callbacks = pendingLookups.get(hostname)
  if (callbacks) return void callbacks.push(callback)
  pendingLookups.set(hostname, [callback])
  dns.lookup(hostname, { all: true }, (error, addresses) => {
    const waiting = pendingLookups.get(hostname)!
    pendingLookups.delete(hostname)
    for (const each of waiting) each(error, addresses)
  })
}

/** For the `lookup` of a request: gives public addresses and `allowed` ones. Node asks it for names, never for addresses. */
export const lookupAllowed =
  (allowed: readonly string[]): LookupFunction =>
  (hostname, options, callback) =>
    lookUp(hostname, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first, ...others] = addresses.filter(({ address }) => isAllowedAddress(address, allowed))
      if (!first) return callback(new ProviderFailure(NOT_ALLOWED, false), '', 4)
      if (options.all) return callback(null, [first, ...others])
      callback(null, first.address, first.family)
    })
