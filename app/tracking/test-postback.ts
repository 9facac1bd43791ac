/** A sample postback by which the operator tries a network's way in: it credits nothing and is not stored. */
import { readReport } from './reports'
import { networks, type NetworkName, type Names } from './networks'

/** No click of ours has a name like it: theirs are 26 letters and digits. */
export const TEST_CLICK = 'dealdwaar-test-click'

const VALUES: Record<keyof Names, string> = {
  click: TEST_CLICK,
  external: 'dealdwaar-test-sale',
  sale: '1000.00',
  payout: '80.00',
  status: 'pending',
  currency: 'INR',
  goal: '',
}

/** The parameters as the network would spell them. */
export const testParameters = (network: NetworkName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(networks[network].postback).flatMap(([ours, [theirs]]) => {
      const value = VALUES[ours as keyof Names]
      return theirs && value ? [[theirs, value]] : []
    }),
  )

/**
 * What is to be said of a sample: 'read', or the reason for which it would go into quarantine. Null: it is none, but a
 * postback like any other.
 */
export function readTest(network: NetworkName, raw: Record<string, string>): string | null {
  if (!Object.values(raw).includes(TEST_CLICK)) return null
  const read = readReport(networks[network], raw)
  if ('quarantined' in read) return read.quarantined
  return read.clickId === TEST_CLICK ? 'read' : null
}
