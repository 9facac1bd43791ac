import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'

/** Hours from request to payment, rounded up. */
export interface PayoutTime {
  usual: bigint
  most: bigint
}

const { usuallyPaid, usuallyPaidMost } = moneyMessages.withdrawal

export function formatPayoutTime({ usual, most }: PayoutTime): string {
  const values = { usual: formatHours(usual), most: formatHours(most) }
  return fill(values.usual === values.most ? usuallyPaid : usuallyPaidMost, values)
}

export const formatHours = (hours: bigint) => (hours <= 48n ? `${hours} h` : `${(hours + 23n) / 24n} days`)
