import { paise } from '~/platform/formats/money'
import type { NetworkPayment } from '~/domain/books/network-payments'

type Given = Pick<NetworkPayment, 'network' | 'reference' | 'paidOn' | 'amount'> & Partial<NetworkPayment>

/** Without tax, invoice or advance by default. */
export const networkPayment = (given: Given): NetworkPayment => ({
  tds: paise(0n),
  gst: paise(0n),
  invoice: null,
  lines: null,
  period: {},
  onAccount: false,
  madeBy: 'test',
  ...given,
})
