import { PAYOUT_PROVIDERS } from '~/platform/config/payout-providers'
import { db } from '~/platform/db/client.server'
import { formatTime } from '~/platform/formats/dates'
import { formatRupees } from '~/platform/formats/money'
import { listSharers, type Sharer } from '~/domain/signals/destinations.server'
import { listUnclearOrders } from '~/domain/wallet/payout-orders.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { listIf, see, type Remark } from '../operation'

const OPEN: readonly Withdrawal['status'][] = ['requested', 'processing', 'unknown']

export async function describeBlockers(rows: readonly Withdrawal[]): Promise<Remark[]> {
  const open = rows.filter(({ status }) => OPEN.includes(status))
  const [blockers, sharers] = await Promise.all([
    findBlockers(db, [...new Set(open.map(({ user_id }) => user_id))]),
    listSharers(
      open.flatMap(({ status, user_id: userId, destination_index: index }) =>
        status === 'requested' && index !== null ? [{ index, userId }] : [],
      ),
    ),
  ])
  return open.flatMap(({ id, user_id, status, destination_index }) => {
    const shared = sharers.filter(
      ({ index, member }) => status === 'requested' && index === destination_index && member !== user_id,
    )
    const { debt, hold, hasSignal, byHand } = blockers.get(user_id)!
    const member = `${id}: member ${user_id}`
    return [
      ...listIf(debt > 0n, `${member} owes us ${formatRupees(debt)}.`),
      ...(hold ? [`${member} is on hold until ${formatTime(hold.until)}, because ${hold.because}.`] : []),
      ...listIf(hasSignal, {
        text: `${member} has an open signal of fraud.`,
        next: [see('signals list', { member: user_id })],
      }),
      ...(byHand !== null && status === 'requested'
        ? [
            `${member} was credited ${formatRupees(byHand)} by hand in 30 days, which no network has confirmed: it is not approved automatically.`,
          ]
        : []),
      ...listIf(
        shared.length,
        `${id}: its destination was also saved by ${nameSharers(shared)}. Compare their names.`,
      ),
    ]
  })
}

const nameSharers = (sharers: readonly Sharer[]) =>
  sharers.map(({ member, paid }) => `member ${member}${paid ? ', who was paid to it' : ''}`).join('; ')

export async function describeUnclear(rows: readonly Withdrawal[]): Promise<Remark[]> {
  const unknown = rows.find(({ status }) => status === 'unknown')
  const unclear = (await listUnclearOrders()).filter((order) =>
    rows.some(({ id }) => id === order.withdrawal_id),
  )
  return [
    ...(unknown
      ? [
          {
            text: 'unknown: the provider did not answer, and may have paid. The withdrawal itself says what to look up.',
            next: [see('withdrawals show', { id: unknown.id })],
          },
        ]
      : []),
    ...unclear.map(
      ({ withdrawal_id: id, provider, provider_status }) =>
        `${id}: ${PAYOUT_PROVIDERS[provider]} says ${provider_status ?? ''}, a word that we do not know. Ask there what it means.`,
    ),
  ]
}
