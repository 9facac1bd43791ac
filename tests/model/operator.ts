import { and, inArray, isNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { payoutBatchItems } from '~/platform/db/schema/payouts'
import { paise } from '~/platform/formats/money'
import { resolveAccepted, dismissPostback, replayPostback } from '~/domain/tracking/quarantine.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { holdMember, releaseMember } from '~/domain/wallet/holds.server'
import type { ApprovalRefusal } from '~/domain/wallet/blockers.server'
import { makeBatch, recordWritten } from '~/domain/wallet/bank-files.server'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  refuseWithdrawal,
  returnWithdrawal,
} from '~/domain/wallet/withdrawal-decisions.server'
import { moveWithdrawal } from '~/domain/wallet/withdrawal-steps.server'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import type { Resolution } from './inbox'
import { listReports, describeOutcome } from './sending'
import { SHARED_UTR, type Step } from './withdrawals'
import type { World } from './world'

export async function resolveAt(world: World, place: number, how: Resolution): Promise<string> {
  const { id } = (await listReports(world))[place]!
  if (how === 'dismiss') {
    const answer = await dismissPostback(id, 'a test')
    return answer.ok ? 'done' : refusalWords(answer)
  }
  const accept = typeof how === 'bigint' ? paise(how) : how
  const answer = await (accept === 'replay' ? replayPostback(id) : resolveAccepted(id, 'a test', accept))
  return answer.ok ? describeOutcome(answer.verdict) : refusalWords(answer)
}

function refusalWords(refusal: Exclude<Awaited<ReturnType<typeof resolveAccepted>>, { ok: true }>): string {
  if (refusal.reason === 'settled') return `settled: ${refusal.state}`
  return refusal.reason === 'still-quarantined' ? `still ${describeOutcome(refusal.verdict)}` : refusal.reason
}

/** Worlds share a database, so a reference of several withdrawals needs the world's prefix. */
const makeUtr = ({ prefix }: World, row: number, fact: string) =>
  fact === SHARED_UTR ? `${prefix}-${fact}` : `${prefix}-${row}-${fact}`

/** `cancelled` is requested by the owner `by`, other steps by the operator. */
export async function take(world: World, id: string, step: Step, fact: string, by: string): Promise<string> {
  const row = world.withdrawals.get(id) ?? 0
  const moved = await {
    processing: () => approveWithdrawal(row),
    unknown: () => moveWithdrawal(row, { to: 'unknown' }),
    paid: () => payWithdrawal(row, makeUtr(world, row, fact)),
    refunded: () => failWithdrawal(row, fact),
    returned: () => returnWithdrawal(row, fact),
    cancelled: () => cancelWithdrawal(world.people.get(by) ?? 0, row),
  }[step]()
  if (moved.ok) return 'done'
  if (moved.reason === 'owes' || moved.reason === 'on-hold') return obstacleWords(moved)
  if (moved.reason === 'with-provider') return `with-provider: ${moved.provider}`
  return moved.reason === 'wrong-status' ? `wrong-status: ${moved.status}` : moved.reason
}

export async function refuse(world: World, id: string, reason: string): Promise<string> {
  const moved = await refuseWithdrawal(world.withdrawals.get(id) ?? 0, reason)
  if (moved.ok) return 'done'
  return moved.reason === 'wrong-status' ? `wrong-status: ${moved.status}` : moved.reason
}

/** With an entry in the operator log, like the command line. */
export async function noted<T>(command: string, work: () => Promise<T>, os_user = 'model'): Promise<T> {
  const id = await recordCommand({ osUser: os_user }, command)
  const result = await work()
  await recordCommandEnd(id, 'done')
  return result
}

export async function hold(world: World, name: string, on: boolean): Promise<string> {
  const id = world.people.get(name)!
  if (!on) return (await noted(`users release ${id}`, () => releaseMember(id))) ? 'done' : 'nothing held'
  await holdMember(id, new Date(Date.now() + 86_400_000), 'of a test')
  return 'done'
}

/** Returns the result for each approved withdrawal of this world, by the model's names. */
export async function exportBatch(world: World, despiteDebt: boolean): Promise<Map<string, string>> {
  const names = new Map([...world.withdrawals].map(([name, id]) => [id, name]))
  const made = await makeBatch('a test', null, { despiteDebt })
  if (made.ok) await recordWritten(made.batch.id)
  const items = await db
    .select()
    .from(payoutBatchItems)
    .where(
      and(inArray(payoutBatchItems.withdrawal_id, [0, ...names.keys()]), isNull(payoutBatchItems.left_at)),
    )
  const isNow = (batch: number) => made.ok && batch === made.batch.id
  const found = new Map(
    items.map((item) => [names.get(item.withdrawal_id)!, isNow(item.batch_id) ? 'sent' : 'sent before']),
  )
  if (made.ok || made.reason === 'none-payable')
    for (const { id, because } of made.keptBack)
      if (names.has(id)) found.set(names.get(id)!, obstacleWords(because))
  return found
}

const obstacleWords = (because: ApprovalRefusal) =>
  because.reason === 'owes' ? `owes: ${because.debt}` : because.reason
