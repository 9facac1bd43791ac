import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { findUserById, type User } from '~/domain/accounts/users.server'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { fill } from '~/messages/message'
import { replyMessages } from '~/messages/replies'
import { requireMember } from '~/desk/lookups.server'
import { expectOrder } from '~/domain/tracking/show-visit'
import { readVisits } from '~/domain/tracking/member-visits.server'
import { findSale } from '~/domain/tracking/conversions.server'
import { listVisits } from '~/domain/tracking/visits.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import { findWithdrawalOfSale } from '~/domain/wallet/sale-payouts.server'
import { listWithdrawals } from '~/domain/wallet/list-withdrawals.server'
import { listNetworkLetters } from './network-letter.server'
import { buildReply, type Reply } from './reply'
import { listSnippetsForMember, listSnippetsForSale } from './snippets.server'
import { listSaleReplies, listWithdrawalReplies } from './sale-replies'

const REPLIES: Record<string, (input: never) => Promise<Reply[]>> = {
  'conversions show': async ({ id }: { id: number }) => [
    ...(await listRepliesForSale(id)),
    ...(await listSnippetsForSale(id)),
  ],
  'postbacks show': ({ id }: { id: number }) => listNetworkLetters(id),
  'users show': async ({ user }: { user: string }) => {
    const member = await requireMember(user, db)
    return [...(await listRepliesForMember(member)), ...(await listSnippetsForMember(member))]
  },
}

/** `operation` shows the record; `input` is its input. Empty if no text fits, or the account is deleted. */
export const listReplies = async (operation: string, input: never): Promise<Reply[]> =>
  (await REPLIES[operation]?.(input)) ?? []

async function listRepliesForSale(id: number): Promise<Reply[]> {
  const found = await findSale(id)
  if (!found) return []
  const { conversion: sale, click } = found
  const [member, [visit], withdrawal, isBlocked] = await Promise.all([
    findUserById(sale.user_id),
    readVisits((table) => eq(table.id, click.id)),
    findWithdrawalOfSale(sale),
    isPayoutBlocked(sale.user_id),
  ])
  if (!member || member.deleted_at || !visit) return []
  return listSaleReplies({ username: member.username, sale, visit, withdrawal, isBlocked })
}

async function listRepliesForMember(member: User): Promise<Reply[]> {
  if (member.deleted_at) return []
  const { id: userId, username } = member
  const [withdrawals, order, isBlocked] = await Promise.all([
    listWithdrawals({ userId }, { limit: 1 }),
    readNewestVisit(member),
    isPayoutBlocked(userId),
  ])
  const replies = [
    ...listHoldReplies(member),
    ...withdrawals.flatMap((withdrawal) => listWithdrawalReplies(username, withdrawal, isBlocked)),
    ...order,
  ]
  return [...new Map(replies.map((reply) => [reply.text, reply])).values()]
}

async function isPayoutBlocked(userId: number): Promise<boolean> {
  const { debt, hold, hasSignal } = (await findBlockers(db, [userId])).get(userId)!
  return debt > 0n || hold !== null || hasSignal
}

function listHoldReplies({ username, payout_hold_until: end, payout_hold_reason: reason }: User): Reply[] {
  if (!end || end.getTime() <= Date.now()) return []
  const facts = { until: formatTime(end), reason: reason ?? '' }
  return [buildReply(replyMessages.member.hold, username, facts)]
}

async function readNewestVisit({ id: userId, username }: User): Promise<Reply[]> {
  const [newest] = await listVisits({ userId }, { limit: 1 })
  const sale = newest?.sales.at(-1)
  // A report in quarantine means that the order exists.
  if (!newest || newest.waiting.some(({ resolved_at: at }) => !at)) return []
  if (sale) return listRepliesForSale(sale.id)
  const [visit] = await readVisits((table) => eq(table.id, newest.click.id))
  const next = expectOrder(visit!)
  const { member, tracked } = replyMessages
  const facts = {
    store: visit!.store,
    date: formatDate(visit!.at),
    number: visit!.number,
    expected: next && !next.isLate ? ` ${fill(tracked, { date: formatDate(next.by) })}` : '',
  }
  return [buildReply(member.noOrder, username, facts)]
}
