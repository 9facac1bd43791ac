/** The payout providers, as PAYOUT_PROVIDER and the database name them, and as operators read them. */
export const PAYOUT_PROVIDERS = { razorpayx: 'RazorpayX', cashfree: 'Cashfree' } as const

export type ProviderName = keyof typeof PAYOUT_PROVIDERS

export const PROVIDER_NAMES = Object.keys(PAYOUT_PROVIDERS) as [ProviderName, ...ProviderName[]]
