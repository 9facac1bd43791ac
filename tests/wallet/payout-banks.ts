/** Fakes of both providers, which the environment names: import this file before the application, which reads it once. */
import { afterAll } from 'vitest'
import { startBanks } from '../support/payout-providers'

Object.assign(process.env, { PAYOUT_PROVIDER: 'razorpayx', PAYOUT_TIMEOUT_MS: '1500' })

export const banks = await startBanks(process.env)
afterAll(() => Promise.all(Object.values(banks).map((bank) => bank.close())))
