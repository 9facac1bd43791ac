export const PAYOUT_PROVIDERS = { razorpayx: 'RazorpayX', cashfree: 'Cashfree' } as const

export type ProviderName = keyof typeof PAYOUT_PROVIDERS

export const PROVIDER_NAMES = Object.keys(PAYOUT_PROVIDERS) as [ProviderName, ...ProviderName[]]
