import { readPayoutProviders } from '~/platform/config/env-providers'
import { env, type Env } from '~/platform/config/env.server'
import type { ProviderName } from '~/platform/config/payout-providers'
import { cashfree } from './providers/cashfree.server'
import type { PayoutProvider } from './providers'
import { razorpayx } from './providers/razorpayx.server'

const makers: Record<ProviderName, (v: Env) => PayoutProvider | null> = {
  razorpayx: (v) => {
    const settings = readPayoutProviders(v).razorpayx
    return (
      settings &&
      razorpayx({
        base: v.RAZORPAYX_BASE_URL,
        timeoutMs: v.PAYOUT_TIMEOUT_MS,
        keyId: settings.RAZORPAYX_KEY_ID,
        keySecret: settings.RAZORPAYX_KEY_SECRET,
        accountNumber: settings.RAZORPAYX_ACCOUNT_NUMBER,
        webhookSecret: settings.RAZORPAYX_WEBHOOK_SECRET,
      })
    )
  },
  cashfree: (v) => {
    const settings = readPayoutProviders(v).cashfree
    return (
      settings &&
      cashfree({
        base: v.CASHFREE_BASE_URL,
        timeoutMs: v.PAYOUT_TIMEOUT_MS,
        clientId: settings.CASHFREE_CLIENT_ID,
        clientSecret: settings.CASHFREE_CLIENT_SECRET,
      })
    )
  },
}

const providers = new Map<ProviderName, PayoutProvider | null>()

/** Also finds a former PAYOUT_PROVIDER, for its open orders. Null: the provider is not configured. */
export function findProvider(name: string): PayoutProvider | null {
  if (!Object.hasOwn(makers, name)) return null
  const known = name as ProviderName
  if (!providers.has(known)) providers.set(known, makers[known](env()))
  return providers.get(known)!
}

export const findProviderForNew = (): ProviderName | null => {
  const { PAYOUT_PROVIDER } = env()
  return PAYOUT_PROVIDER === 'manual' ? null : PAYOUT_PROVIDER
}
