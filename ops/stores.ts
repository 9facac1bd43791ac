import { Option } from 'commander'
import { findStore, type NamedStore, type NoStore } from '~/catalog/find-store.server'
import { RefusedCommand } from './terminal'

/** Help text for the argument. */
export const WHICH_STORE = 'its name, or the last part of its /Offers/ address'

export const storeOption = (description: string) =>
  new Option('--store <store>', `${description}: ${WHICH_STORE}`)

export async function requireStore(which: string): Promise<NamedStore> {
  const found = await findStore(which)
  if (!found.ok) throw noStore(found, which)
  return found.store
}

export function noStore(refusal: NoStore, which: string): RefusedCommand {
  if (refusal.reason === 'no-store')
    return new RefusedCommand(`There is no store ${which}: give ${WHICH_STORE}.`)
  const codes = refusal.stores.map(({ coupon_code }) => coupon_code).join(', ')
  return new RefusedCommand(`Several stores have this name. Use one of these addresses: ${codes}`)
}
