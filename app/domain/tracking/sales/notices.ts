import { formatDate } from '~/platform/formats/dates'
import { formatRupees, paise, type Paise } from '~/platform/formats/money'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { paths } from '~/paths'
import type { Grant, HeldKind } from '~/domain/wallet/grants'
import type { ReportedState } from '~/platform/config/network'

interface Change extends Pick<Grant, 'from' | 'to' | 'added'> {
  state: ReportedState
  store: string
}

interface Subject {
  id: number
  revision: number
  user_id: number
  referrer_id: number | null
}

/** Empty if no amount changed: a shopper who was not notified of a sale is not notified of its end. */
export function buildConversionNotices(of: Subject, change: Change): NewNotification[] {
  const reference = `conversion:${of.id}:r${of.revision}`
  const href = paths.history
  const notices: NewNotification[] = []
  const words = chooseWords(change, sayWithdrawable(findHeldUntil(change, 'cashback')))
  if (words) notices.push({ userId: of.user_id, topic: 'money', reference, href, ...words })
  const amount = paise(change.to.referral - change.from.referral)
  const until = findHeldUntil(change, 'referral')
  if (of.referrer_id !== null && amount !== 0n)
    notices.push(buildReferralNotice({ userId: of.referrer_id, reference, amount, until }))
  return notices
}

/** A negative amount means that the referral income was reversed. */
export function buildReferralNotice({
  userId,
  reference,
  amount,
  until,
}: {
  userId: number
  reference: string
  amount: Paise
  until: Date | null
}): NewNotification {
  const common = { userId, topic: 'money' as const, reference: `${reference}:referral`, href: paths.history }
  return amount > 0n
    ? {
        ...common,
        title: 'Referral reward',
        body: `Your friend’s order earned you ${formatRupees(amount)}${sayWithdrawable(until)}.`,
      }
    : {
        ...common,
        title: 'Referral reward reversed',
        body: `${formatRupees(0n - amount)} was taken back, because a friend’s order was cancelled.`,
      }
}

const findHeldUntil = ({ added }: Change, kind: HeldKind) =>
  added.find((held) => held.kind === kind && held.state === 'granted')?.until ?? null

const sayWithdrawable = (until: Date | null) =>
  until !== null && until.getTime() > Date.now() ? `, withdrawable from ${formatDate(until)}` : ''

function chooseWords(
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
      title: 'Cashback declined',
      body: `${store} declined your order, so ${formatRupees(held)} will not be paid.`,
    }
  if (state === 'reversed')
    return {
      title: 'Cashback reversed',
      body: `${formatRupees(held)} from ${store} was taken back, because the order was cancelled.`,
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
