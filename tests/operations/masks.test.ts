/** Every operation by every role, as table, CSV and JSON, over a member whose data would be recognised anywhere. */
import os from 'node:os'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { operatorLog, operators } from '~/db/schema/operations'
import { writeCommand, fieldsOf, type Typed } from '~/operations/command-text'
import { listOperations } from '~/operations/find-operation'
import type { Operation } from '~/operations/operation'
import { mayDo, ROLES, type Role } from '~/operations/roles'
import { raiseSignal } from '~/signals/signals.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { file, ops } from '../ops/support'
import { click, earn, member } from '../wallet/support'

const NAME = 'Zebedee Quillfeather'
const PHONE = '9876501234'
const EMAIL = 'zebedee.q@mail.example'
const ACCOUNT = '55500011122299'
const UPI = 'quillpay@okbank'

const ids: Record<string, string> = {}

const one = async (query: ReturnType<typeof sql>) =>
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
  const asked = await requestWithdrawal(id, { amount: '100', method: 'upi', request_key: randomUUID() })
  if (!asked.ok) throw new Error(asked.reason)
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
  ids.withdrawals = String(asked.withdrawal.id)
  ids.sale = await one(sql`SELECT max(id) AS id FROM conversions`)
  ids.conversions = ids.sale
  ids.signals = await one(sql`SELECT max(id) AS id FROM signals`)
  ids.postbacks = await one(sql`SELECT max(id) AS id FROM postback_inbox WHERE outcome = 'quarantined'`)
  ids.offer = await one(sql`SELECT max(id) AS id FROM campaigns`)
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

/** Values for what is required, and for what would show a member. */
function typeInput(operation: Operation): Typed {
  const wanted = fieldsOf(operation).filter(
    ([name, { isRequired, kind }]) => isRequired || (kind === 'member' && name !== 'exceptMember'),
  )
  return Object.fromEntries(
    wanted.map(([name, { kind, choices }]) => [name, choices?.[0] ?? TYPED[kind]?.(operation.name)]),
  )
}

const asOperator = async (role: Role, line: string) => {
  const spy = vi.spyOn(os, 'userInfo').mockReturnValue({ ...os.userInfo(), username: `is-${role}` } as never)
  try {
    const { out, err } = await ops(line)
    return `${out}\n${err}`
  } finally {
    spy.mockRestore()
  }
}

/** What the role may see nowhere. `uncovered`: with --show. */
function listForbidden(role: Role, uncovered: boolean): string[] {
  if (!mayDo(role, 'support'))
    return [NAME, PHONE, PHONE.slice(-4), EMAIL, ACCOUNT, UPI, 'Zebedee', 'quillpay']
  if (!mayDo(role, 'finance')) return [...(uncovered ? [] : [PHONE]), ACCOUNT, UPI]
  return uncovered ? [] : [PHONE, ACCOUNT, UPI]
}

beforeAll(async () => {
  await member()
  await addMember()
  for (const role of ROLES)
    await db.insert(operators).values({ name: `Is ${role}`, role, state: 'active', os_account: `is-${role}` })
  await ops(`notes add --member ${ids.member} "${NAME} called from ${PHONE}"`)
  await ops(`users hold ${ids.member} --days 2 --reason "of a check"`)
  await ops(`users release ${ids.member} --reason "checked" --yes`)
  await ops(`adjustments add --member ${ids.member} --kind goodwill --amount 5 --reason "sorry" --yes`)
  ids.adjustments = await one(sql`SELECT max(id) AS id FROM adjustments`)
  await ops(`search ${EMAIL}`)
  await ops(`search ${PHONE}`)
  await ops(`users find ${PHONE}`)
})

/** Of the account's owner, who asked in writing; the whole file is what the member downloads. */
const OF_THE_MEMBER = new Set([
  'users export',
  'users statement',
  'withdrawals export',
  'withdrawals reprint',
])

describe.each(ROLES)('as %s', (role) => {
  test('no list, record, report or preview shows more than the role may see', async () => {
    const seen: string[] = []
    let count = 0
    for (const operation of await listOperations()) {
      if (!mayDo(role, operation.role) || OF_THE_MEMBER.has(operation.name)) continue
      const line = writeCommand(operation, typeInput(operation))
      const isChange = operation.kind === 'change' || operation.kind === 'job'
      const forms = isChange
        ? [' --dry-run', ' --dry-run --json']
        : ['', ' --json', ...(operation.kind === 'list' ? [' --csv'] : [])]
      const shows = operation.uncovers ? [false, true] : [false]
      for (const form of forms)
        for (const uncovers of shows) {
          count++
          const text = await asOperator(role, `${line}${form}${uncovers ? ' --show' : ''}`)
          // What was typed is in the message of a refusal.
          for (const word of listForbidden(role, uncovers))
            if (text.includes(word)) seen.push(`${line}${form}${uncovers ? ' --show' : ''}: ${word}`)
        }
    }
    expect(seen).toEqual([])
    expect(count).toBeGreaterThan(role === 'viewer' ? 30 : 60)
  })
})

test('what may be seen is there', async () => {
  expect(await asOperator('support', `users show ${ids.member}`)).toContain(NAME)
  expect(await asOperator('support', `users show ${ids.member} --show`)).toContain(`+91${PHONE}`)
  expect(await asOperator('support', `notes list --member ${ids.member} --show`)).toContain(PHONE)
  expect(await asOperator('support', `withdrawals list --member ${ids.member}`)).toContain(ids.member)
  expect(await asOperator('finance', `withdrawals show ${ids.withdrawals} --show`)).toContain(UPI)
})

test('the log keeps no name, number, address or account, and no private text', async () => {
  const lines = await db.select().from(operatorLog)
  const text = JSON.stringify(lines)
  for (const word of [NAME, 'Zebedee', PHONE, EMAIL, ACCOUNT, UPI]) expect(text).not.toContain(word)
  expect(lines.length).toBeGreaterThan(10)
})
