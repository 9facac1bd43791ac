import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'

/** From the request of a withdrawal to its payment, in whole hours, rounded up. */
export interface PayoutTime {
  usual: bigint
  most: bigint
}

const { usuallyPaid, usuallyPaidMost } = moneyMessages.withdrawal

/** 'Usually paid within 6 h, 9 of 10 within 3 days.' */
export function formatPayoutTime({ usual, most }: PayoutTime): string {
  const values = { usual: formatHours(usual), most: formatHours(most) }
  return fill(values.usual === values.most ? usuallyPaid : usuallyPaidMost, values)
}

/** '18 h', '3 days'. */
export const formatHours = (hours: bigint) => (hours <= 48n ? `${hours} h` : `${(hours + 23n) / 24n} days`)
