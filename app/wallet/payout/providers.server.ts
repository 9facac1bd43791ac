import { env, type Env } from '~/config/env.server'
import { cashfree } from './cashfree.server'
import type { PayoutProvider, ProviderName } from './port'
import { razorpayx } from './razorpayx.server'

const makers: Record<ProviderName, (v: Env) => PayoutProvider | null> = {
  razorpayx: (v) =>
    v.RAZORPAYX_KEY_ID && v.RAZORPAYX_KEY_SECRET && v.RAZORPAYX_ACCOUNT_NUMBER && v.RAZORPAYX_WEBHOOK_SECRET
      ? razorpayx({
          base: v.RAZORPAYX_BASE_URL,
          timeout: v.PAYOUT_TIMEOUT_MS,
          keyId: v.RAZORPAYX_KEY_ID,
          keySecret: v.RAZORPAYX_KEY_SECRET,
          accountNumber: v.RAZORPAYX_ACCOUNT_NUMBER,
          webhookSecret: v.RAZORPAYX_WEBHOOK_SECRET,
        })
      : null,
  cashfree: (v) =>
    v.CASHFREE_CLIENT_ID && v.CASHFREE_CLIENT_SECRET
      ? cashfree({
          base: v.CASHFREE_BASE_URL,
          timeout: v.PAYOUT_TIMEOUT_MS,
          clientId: v.CASHFREE_CLIENT_ID,
          clientSecret: v.CASHFREE_CLIENT_SECRET,
        })
      : null,
}

const made = new Map<ProviderName, PayoutProvider | null>()

/** Also a provider that PAYOUT_PROVIDER no longer names, for its open orders. Null: it is not configured. */
export function findProvider(name: string): PayoutProvider | null {
  if (!Object.hasOwn(makers, name)) return null
  const known = name as ProviderName
  if (!made.has(known)) made.set(known, makers[known](env()))
  return made.get(known)!
}

export const providerForNew = (): ProviderName | null => {
  const { PAYOUT_PROVIDER } = env()
  return PAYOUT_PROVIDER === 'manual' ? null : PAYOUT_PROVIDER
}
