import { formatDate } from '~/formats/dates'
import { formatRupees } from '~/formats/money'
import type { NewNotification } from '~/outreach/notifications.server'
import { paths } from '~/paths'
import type { Holding } from '~/wallet/ledger/cashback.server'
import type { Report } from './conversion-states'

interface Change {
  state: Report
  from: Holding
  to: Holding
  store: string
}

interface Subject {
  id: number
  revision: number
  user_id: number
  referrer_id: number | null
  withdrawable_at: string | null
}

/** Empty if no amount changed: a shopper who was not notified of a sale is not notified that it ended. */
export function conversionNotices(of: Subject, change: Change): NewNotification[] {
  const reference = `conversion:${of.id}:r${of.revision}`
  const href = paths.history
  const notices: NewNotification[] = []
  const from = withdrawableFrom(of.withdrawable_at)
  const words = wordsFor(change, from)
  if (words) notices.push({ userId: of.user_id, reference, href, ...words })
  const referral = change.to.referral - change.from.referral
  if (of.referrer_id !== null && referral !== 0n)
    notices.push({
      userId: of.referrer_id,
      reference: `${reference}:referral`,
      href,
      title: referral > 0n ? 'Referral reward' : 'Referral reward reversed',
      body:
        referral > 0n
          ? `${formatRupees(referral)} for a purchase of a friend is in your wallet${from}.`
          : `${formatRupees(-referral)} was taken back, because a friend’s purchase was cancelled.`,
    })
  return notices
}

const withdrawableFrom = (at: string | null) =>
  at !== null && Date.parse(at) > Date.now() ? `, withdrawable from ${formatDate(new Date(at))}` : ''

function wordsFor(
  { state, from, to, store }: Change,
  fromWhen: string,
): { title: string; body: string } | null {
  const held = from.pending + from.granted
  const holds = to.pending + to.granted
  if (held === holds && (state === 'pending' || from.granted === to.granted)) return null
  if (state === 'pending')
    return {
      title: 'Cashback pending',
      body: `${formatRupees(holds)} from ${store} waits for the store to confirm it.`,
    }
  if (state === 'rejected')
    return {
      title: 'Cashback rejected',
      body: `${store} did not confirm your purchase: ${formatRupees(held)} will not come.`,
    }
  if (state === 'reversed')
    return {
      title: 'Cashback reversed',
      body: `${formatRupees(held)} from ${store} was taken back, because the purchase was cancelled.`,
    }
  return from.granted > 0n
    ? {
        title: 'Cashback changed',
        body: `Your cashback from ${store} is now ${formatRupees(holds)}${fromWhen}.`,
      }
    : {
        title: 'Cashback confirmed',
        body: `${formatRupees(holds)} from ${store} is in your wallet${fromWhen}.`,
      }
}
