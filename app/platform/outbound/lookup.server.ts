/** Connections go to the address that was checked here, so that DNS rebinding has no effect. */
import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isAllowedAddress } from './addresses'
import { ProviderFailure } from './call-provider.server'

export const ADDRESS_NOT_ALLOWED = 'a private address'

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void

/** Requests for one name share a lookup: dns.lookup() blocks a thread that password hashing needs. */
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

/** Returns public addresses and those in `allowed`. Node calls it only for names, not for IP addresses. */
export const createLookup =
  (allowed: readonly string[]): LookupFunction =>
  (hostname, options, callback) =>
    lookUp(hostname, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first, ...others] = addresses.filter(({ address }) => isAllowedAddress(address, allowed))
      if (!first) return callback(new ProviderFailure(ADDRESS_NOT_ALLOWED, false), '', 4)
      if (options.all) return callback(null, [first, ...others])
      callback(null, first.address, first.family)
    })
