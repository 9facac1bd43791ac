/** Fakes of both providers, which the environment of this process names: import this file first. */
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { findDefects } from '~/wallet/audit/audit.server'
import { startBanks, type Bank } from '../support/payout-providers'
import { payBy } from './payout-support'

Object.assign(process.env, { PAYOUT_PROVIDER: 'razorpayx', PAYOUT_TIMEOUT_MS: '1500' })

export const banks = await startBanks(process.env)
afterAll(() => Promise.all(Object.values(banks).map((bank) => bank.close())))

/** After every case the books balance and no undocumented request was sent. */
export function payOnlyBy(bank: Bank): void {
  beforeEach(() => {
    payBy(bank.name)
    bank.refusals.length = 0
    bank.manners.length = 0
  })
  afterEach(async () => {
    expect(bank.refusals).toEqual([])
    expect(await findDefects()).toEqual([])
  })
}
