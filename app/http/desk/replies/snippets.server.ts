/** Texts for replies that operators keep, filled from the record that the reply is about. */
import { eq } from 'drizzle-orm'
import { findUserById, type User } from '~/domain/accounts/users.server'
import { listSnippets } from '~/domain/support/snippets.server'
import { fillSnippet, findFirstName, type SnippetFacts } from '~/domain/support/snippets'
import { findSale } from '~/domain/tracking/conversions.server'
import { readVisits } from '~/domain/tracking/member-visits.server'
import { findClaim, type ClaimDetail } from '~/domain/tracking/read-claims.server'
import { formatRupees, paise } from '~/platform/formats/money'
import type { Actor } from '~/desk/actor.server'
import { findOperation } from '~/desk/find-operation'
import { logReading } from '~/desk/logged-call.server'
import { mayDo } from '~/desk/roles'
import { readDeskCall } from '../views/typed.server'
import type { Reply } from './reply'

export interface FilledSnippet {
  id: number
  name: string
  text: string
}

function readClaimFacts({
  username,
  store,
  visit,
  order_number: order,
  amount_paise: ordered,
  withdrawal,
}: ClaimDetail): SnippetFacts {
  const amount = withdrawal ? withdrawal.amount : ordered
  return {
    name: findFirstName(username) || null,
    store,
    visit,
    order,
    amount: amount === null ? null : formatRupees(paise(amount)),
  }
}

/** Those for which the record says all that is to be filled in. */
async function listFilled(facts: SnippetFacts): Promise<FilledSnippet[]> {
  return (await listSnippets()).flatMap(({ id, name, body }) => {
    const text = fillSnippet(body, facts)
    return text === null ? [] : [{ id, name, text }]
  })
}

/** Empty: there is no such claim. */
export async function listSnippetsForClaim(id: number): Promise<FilledSnippet[]> {
  const claim = await findClaim(id)
  return claim ? listFilled(readClaimFacts(claim)) : []
}

/** For a form that was not reached from the claim's page: what it shows of the claim is logged as a reading of it. */
export async function openSnippetsForClaim(id: number, actor: Actor): Promise<FilledSnippet[]> {
  const found = await listSnippetsForClaim(id)
  if (!found.length) return []
  const read = readDeskCall(
    await findOperation('claims show'),
    { typed: { id: String(id) }, files: {}, uncovers: false },
    actor,
  )
  return read.ok && mayDo(actor.role, read.call.operation.role)
    ? logReading(read.call, async () => found)
    : []
}

const listReplies = async (facts: SnippetFacts): Promise<Reply[]> =>
  (await listFilled(facts)).map(({ name, text }) => ({ title: name, text }))

const isThere = (member: User | null): member is User => member !== null && member.deleted_at === null

export async function listSnippetsForSale(id: number): Promise<Reply[]> {
  const found = await findSale(id)
  if (!found) return []
  const { conversion: sale, click } = found
  const [member, [visit]] = await Promise.all([
    findUserById(sale.user_id),
    readVisits((table) => eq(table.id, click.id)),
  ])
  if (!isThere(member) || !visit) return []
  return listReplies({
    name: findFirstName(member.username) || null,
    store: visit.store,
    visit: visit.number,
    order: sale.order_number,
    amount: sale.sale_paise === null ? null : formatRupees(paise(sale.sale_paise)),
  })
}

/** A member may have many visits and orders: only the name is said. */
export async function listSnippetsForMember(member: User): Promise<Reply[]> {
  const nothing = { store: null, visit: null, order: null, amount: null }
  return isThere(member) ? listReplies({ name: findFirstName(member.username) || null, ...nothing }) : []
}
