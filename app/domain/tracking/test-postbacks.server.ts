import { readReport } from './reports'
import { type NetworkName, networks } from '~/platform/config/networks'
import type { Names } from '~/platform/config/network'

const TEST_CLICK = 'dealdwaar-test-click'

const VALUES: Required<Record<keyof Names, string>> = {
  click: TEST_CLICK,
  conversion: 'dealdwaar-test-sale',
  order: 'dealdwaar-test-order',
  sale: '1000.00',
  payout: '80.00',
  status: 'pending',
  currency: 'INR',
  goal: '',
  reason: '',
  ordered: '',
}

/** Under the network's own names; what it has no name for, or is empty, is left out. */
export const makeParameters = (
  network: NetworkName,
  values: Partial<Record<keyof Names, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(networks[network].postback).flatMap(([ours, [theirs]]) => {
      const value = values[ours as keyof Names]
      return theirs && value ? [[theirs, value]] : []
    }),
  )

export const makeTestParameters = (network: NetworkName) => makeParameters(network, VALUES)

/** 'read' or the reason for quarantine; null: it is a real postback. */
export function readTest(network: NetworkName, raw: Record<string, string>): string | null {
  if (!Object.values(raw).includes(TEST_CLICK)) return null
  const read = readReport(networks[network], raw)
  if ('quarantined' in read) return read.quarantined
  return read.clickId === TEST_CLICK ? 'read' : null
}
