/** A member with unique data, in every state that operations show, for the tests of masks. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { fieldsOf, type Typed } from '~/operations/command-text'
import type { Operation } from '~/operations/operation'
import { mayDo, type Role } from '~/operations/roles'
import { raiseSignal } from '~/signals/signals.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { file, ops } from '../ops/support'
import { click, earn, member } from '../wallet/support'

export const NAME = 'Zebedee Quillfeather'
export const PHONE = '9876501234'
export const EMAIL = 'zebedee.q@mail.example'
export const ACCOUNT = '55500011122299'
export const UPI = 'quillpay@okbank'

/** By field and by topic. */
export const ids: Record<string, string> = {}

const findOne = async (query: ReturnType<typeof sql>) =>
  String((await db.execute<{ id: string | number }>(query))[0]?.id ?? 1)

async function addMember(): Promise<void> {
  const [added] = await db
    .insert(users)
    .values({ username: NAME, phone_number: `+91${PHONE}`, email: EMAIL, referral_code: 'MASKED' })
    .returning()
  const { id } = added!
  await earn(id, 500_00n)
  await db.execute(sql`UPDATE conversions SET withdrawable_at = now()`)
  await saveUpiDetails(id, { upi: UPI })
  const result = await requestWithdrawal(id, { amount: '100', method: 'upi', request_key: randomUUID() })
  if (!result.ok) throw new Error(result.reason)
  await saveBankDetails(id, {
    acc_number: ACCOUNT,
    acc_holder_name: NAME,
    ifsc_code: 'HDFC0000001',
    bank_name: 'HDFC',
  })
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [id, 1001] }),
  )
  const clickId = await click(id)
  for (const [conversion_id, sale_amount] of [
    ['M1', '900'],
    ['M2', 'ten'],
  ] as const)
    await receivePostback(
      {
        network: 'trackier',
        method: 'GET',
        raw: { p1: clickId, conversion_id, sale_amount, status: 'approved' },
      },
      (error) => {
        throw error
      },
    )
  ids.member = String(id)
  ids.withdrawals = String(result.withdrawal.id)
  ids.sale = await findOne(sql`SELECT max(id) AS id FROM conversions`)
  ids.conversions = ids.sale
  ids.signals = await findOne(sql`SELECT max(id) AS id FROM signals`)
  ids.postbacks = await findOne(sql`SELECT max(id) AS id FROM postback_inbox WHERE outcome = 'quarantined'`)
  ids.offer = await findOne(sql`SELECT max(id) AS id FROM campaigns`)
  const [store] = await db.execute<{ name: string }>(sql`SELECT name FROM brands ORDER BY id DESC LIMIT 1`)
  ids.store = store!.name
}

const TYPED: Record<string, (name: string) => string> = {
  id: (operation) => ids[operation.split(' ')[0]!] ?? '1',
  number: () => '1',
  member: () => ids.member!,
  store: () => ids.store!,
  offer: () => ids.offer!,
  sale: () => ids.sale!,
  money: () => '1',
  rate: () => '5%',
  day: () => 'today',
  month: () => '2026-10',
  text: () => 'a test',
  'long text': () => 'a test',
  file: () => file('input.csv', 'withdrawal,utr\n1,UTR1234567\n'),
}

/** Values for required fields, and for fields that select a member. */
export function typeInput(operation: Operation): Typed {
  const wanted = fieldsOf(operation).filter(
    ([name, { isRequired, kind }]) => isRequired || (kind === 'member' && name !== 'exceptMember'),
  )
  return Object.fromEntries(
    wanted.map(([name, { kind, choices }]) => [name, choices?.[0] ?? TYPED[kind]?.(operation.name)]),
  )
}

/** Texts that the role may never see. `uncovered`: with --show. */
export function listForbidden(role: Role, uncovered: boolean): string[] {
  if (!mayDo(role, 'support'))
    return [NAME, PHONE, PHONE.slice(-4), EMAIL, ACCOUNT, UPI, 'Zebedee', 'quillpay']
  if (!mayDo(role, 'finance')) return [...(uncovered ? [] : [PHONE]), ACCOUNT, UPI]
  return uncovered ? [] : [PHONE, ACCOUNT, UPI]
}

/** Operations with all data of one member, who requested it in writing; the file is what the member downloads. */
export const MEMBER_DATA = new Set([
  'users export',
  'users statement',
  'withdrawals export',
  'withdrawals reprint',
])

/** Call it once, before the operators of the test are added. */
export async function plantMember(): Promise<void> {
  await member()
  await addMember()
}

/** Runs commands about the member as an owner. */
export async function plantTraces(): Promise<void> {
  await ops(`notes add --member ${ids.member} "${NAME} called from ${PHONE}"`)
  await ops(`users hold ${ids.member} --days 2 --reason "of a check"`)
  await ops(`users release ${ids.member} --reason "checked" --yes`)
  await ops(`adjustments add --member ${ids.member} --kind goodwill --amount 5 --reason "sorry" --yes`)
  ids.adjustments = await findOne(sql`SELECT max(id) AS id FROM adjustments`)
  await ops(`search ${EMAIL}`)
  await ops(`search ${PHONE}`)
  await ops(`users find ${PHONE}`)
}
