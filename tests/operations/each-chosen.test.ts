/** Rows that are chosen together: one change, in which each row has its outcome and its line. */
import { randomUUID } from 'node:crypto'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { claims } from '~/platform/db/schema/claims'
import { signals } from '~/platform/db/schema/fraud'
import { users } from '~/platform/db/schema/members'
import { operatorLog } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import type { Call } from '~/desk/call'
import type { Change, ChangeOperation } from '~/desk/operation'
import type { Confirmation } from '~/desk/perform.server'
import { prepare } from '~/desk/prepare.server'
import { clearSignal, listSignals } from '~/domain/signals/review.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { findDefects } from '~/domain/books/audit.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { findDepartures } from '~/domain/privacy/departures.server'
import { liftDepartures } from '~/domain/privacy/lift-departures.server'
import { refuseWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { answerClaim } from '~/domain/tracking/claim-decisions.server'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { openMemberClaim, writeMessage } from '~/domain/tracking/member-claims.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { defineEach } from '~/desk/each-chosen'
import { findOperation } from '~/desk/find-operation'
import { readText } from '~/desk/operation'
import { newPhone } from '../accounts/people'
import { createDebtor, leave, signUp } from '../privacy/debtors'
import { makeCall } from '../support/calls'
import { performCall } from '../support/perform-call'
import { untilBlocked } from '../support/locks'
import { requestAmount } from '../wallet/payout-support'
import { click, makeOffer, member, memberWith, receive } from '../wallet/support'

const call = async (name: string, ids: readonly number[], more: Record<string, string> = {}) =>
  (await makeCall(name, { ids: ids.map(String), ...more }, { osAccount: 'mia' })) as Call<ChangeOperation>

const act = async (name: string, ids: number[], more = {}, confirmation: Confirmation = {}) =>
  performCall(await call(name, ids, more), confirmation)

const raise = async (...members: number[]) =>
  (await db.transaction((tx) => raiseSignal(tx, { kind: 'same-destination', facts: randomUUID(), members })))!

async function requestWithdrawals(count: number): Promise<{ ids: number[]; members: number[] }> {
  const ids: number[] = []
  const members: number[] = []
  for (let i = 0; i < count; i++) {
    members.push(await memberWith(300_00n))
    ids.push(await requestAmount(members.at(-1)!, '100'))
  }
  return { ids, members }
}

describe('withdrawals that are chosen', () => {
  test('are previewed row by row with their sum, and nothing is done', async () => {
    const { ids, members } = await requestWithdrawals(2)
    const { seen } = await prepare(await call('withdrawals refuse-each', ids, { reason: 'Not yours' }))
    expect(seen.effect).toBe('Refuses and gives back 2 withdrawals')
    expect(seen.facts).toMatchObject([{ name: 'sum', value: 200_00n }])
    expect(seen.tables![0]!.rows).toHaveLength(2)
    for (const id of members) expect((await readWallet(id)).available).toBe(200_00n)
  })

  test('are refused together, each with its line, and the money is back', async () => {
    const { ids, members } = await requestWithdrawals(3)
    const { result, outcome, rows } = await act('withdrawals refuse-each', ids, { reason: 'Not yours' })
    expect(result).toMatchObject({
      state: 'done',
      answer: { effect: 'Refuses and gives back 3 withdrawals' },
    })
    expect([outcome, rows]).toEqual(['done', ids.map((id) => `withdrawal ${id} done`)])
    for (const id of members) expect((await readWallet(id)).available).toBe(300_00n)
    expect(await findDefects()).toEqual([])
  })

  test('of which one has left its state are done without it, which the log names', async () => {
    const { ids } = await requestWithdrawals(2)
    await act('withdrawals refuse-each', [ids[0]!], { reason: 'Not yours' })
    const { result, outcome, rows } = await act('withdrawals refuse-each', [...ids, ids[1]!], {
      reason: 'Not yours',
    })
    expect(result).toMatchObject({
      state: 'done',
      answer: { problems: [`Withdrawal ${ids[0]} is cancelled: it cannot be refused.`] },
    })
    expect([outcome, rows]).toEqual(['partly', [`withdrawal ${ids[0]} refused`, `withdrawal ${ids[1]} done`]])
    const states = await db.select().from(withdrawals).where(inArray(withdrawals.id, ids))
    expect(states.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  test('of which none can be done are refused as a whole', async () => {
    const { result, outcome, rows } = await act('withdrawals refuse-each', [999_999_998], { reason: 'None' })
    expect(result).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('There is no withdrawal'),
    })
    expect([outcome, rows]).toEqual(['refused', []])
  })

  test('are not done where one of them changed since they were seen', async () => {
    const { ids } = await requestWithdrawals(2)
    const seen = await prepare(await call('withdrawals refuse-each', ids, { reason: 'Not yours' }))
    await act('withdrawals refuse-each', [ids[0]!], { reason: 'Not yours' })
    const { result } = await act('withdrawals refuse-each', ids, { reason: 'Not yours' }, { seen })
    expect(result).toMatchObject({ state: 'not as seen', why: 'other' })
    const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, ids[1]!))
    expect(row!.status).toBe('requested')
  })

  test('of which one is refused at the same moment do not count it', async () => {
    const { ids } = await requestWithdrawals(2)
    let acting: ReturnType<typeof act> | undefined
    await db.transaction(async (tx) => {
      await refuseWithdrawal(ids[0]!, 'Not yours', tx)
      acting = act('withdrawals refuse-each', ids, { reason: 'Not yours' })
      await untilBlocked()
    })
    const { result, rows } = await acting!
    expect(rows).toEqual([`withdrawal ${ids[0]} refused`, `withdrawal ${ids[1]} done`])
    expect(result).toMatchObject({ answer: { facts: [{ name: 'sum', value: 100_00n }] } })
  })
})

describe('claims that are answered together', () => {
  async function addClaims(count: number): Promise<{ id: number; member: number }[]> {
    const { ids, members } = await requestWithdrawals(count)
    const added: { id: number; member: number }[] = []
    for (const [i, withdrawal] of ids.entries()) {
      const opened = await openMemberClaim(members[i]!, { withdrawal }, { kind: 'question', text: 'When?' })
      if (!opened.ok) throw new Error(opened.reason)
      added.push({ id: opened.claim.id, member: members[i]! })
    }
    return added
  }

  const readEffects = ({ tables }: Pick<Change, 'tables'>) =>
    (tables![0]!.rows as unknown as { done: Change }[]).map(({ done }) => done.effect)

  test('are previewed with what their members read, and of each its state, messages and proofs', async () => {
    const [first, second] = (await addClaims(2)).map(({ id }) => id) as [number, number]
    await answerClaim(second, 'We look into it.')
    const text = 'It is paid on Monday.'
    const { seen } = await prepare(await call('claims answer-each', [first, second], { text }))
    expect(seen.facts).toMatchObject([{ name: 'text', title: 'the member reads', value: text }])
    expect(readEffects(seen)).toEqual([
      `Answers claim ${first} (received, 1 message, 0 proofs)`,
      `Answers claim ${second} (answered, 2 messages, 0 proofs)`,
    ])
    const interim = await prepare(await call('claims answer-each', [first], { text, kind: 'interim' }))
    expect(readEffects(interim.seen)).toEqual([
      `Writes to the member about claim ${first}, which stays received (1 message, 0 proofs)`,
    ])
  })

  test.each<[what: string, come: (member: number, claim: number) => Promise<unknown>]>([
    ['a message', (user, claim) => writeMessage(user, claim, 'It has come.')],
    ['a proof', (user, claim) => addProof(user, claim, Buffer.from('%PDF-1.7 a bill'))],
  ])('are not answered where %s has come since they were seen', async (_, come) => {
    const [{ id, member: user }, other] = (await addClaims(2)) as [
      { id: number; member: number },
      { id: number },
    ]
    const given = { text: 'It is paid on Monday.' }
    const seen = await prepare(await call('claims answer-each', [id, other.id], given))
    expect(await come(user, id)).toMatchObject({ ok: true })
    const { result } = await act('claims answer-each', [id, other.id], given, { seen })
    expect(result).toMatchObject({ state: 'not as seen', why: 'other' })
    const rows = await db
      .select()
      .from(claims)
      .where(inArray(claims.id, [id, other.id]))
    expect(rows.map(({ state }) => state)).toEqual(['received', 'received'])
  })
})

test('members that are chosen are put on hold together', async () => {
  const ids = [await member(), await member()]
  const { rows } = await act('users hold-each', ids, { reason: 'of a check', days: '3' })
  expect(rows).toEqual(ids.map((id) => `member ${id} done`))
  const held = await db.select().from(users).where(inArray(users.id, ids))
  expect(held.every(({ payout_hold_until: until }) => until! > new Date())).toBe(true)
})

test('signals that are chosen are upheld, and cleared, together; one that was cleared is named', async () => {
  const ids = [await raise(await member()), await raise(await member()), await raise(await member())]
  await clearSignal(ids[0]!, 'a family')
  const upheld = await act('signals uphold-each', ids, { reason: 'One person' })
  expect(upheld.rows).toEqual([`signal ${ids[0]} refused`, `signal ${ids[1]} done`, `signal ${ids[2]} done`])
  const cleared = await act('signals clear-each', ids.slice(1), { reason: 'It was a family' })
  expect(cleared.outcome).toBe('done')
  const rows = await db.select().from(signals).where(inArray(signals.id, ids))
  expect(rows.every(({ cleared_at }) => cleared_at !== null)).toBe(true)
})

test('more rows than a page has are refused at the field', async () => {
  const ids = Array.from({ length: 201 }, (_, i) => i + 1)
  const { result } = await act('signals clear-each', ids, { reason: 'All of them' })
  expect(result).toMatchObject({ state: 'refused', fields: ['ids'] })
})

describe('signals of left debts that are upheld together', () => {
  /** A signal about a member who was paid to the UPI ID of a debtor who left. */
  async function raiseLeftDebt(): Promise<{ id: number; later: number; debtor: number }> {
    const upi = `${randomUUID()}@okbank`
    const debtor = (await createDebtor(newPhone(), upi)).id
    await leave(debtor)
    const later = await signUp(newPhone())
    await saveUpiDetails(later, { upi })
    const [signal] = await listSignals({ kind: 'left-debt', member: later }, { limit: 1 })
    return { id: signal!.id, later, debtor }
  }

  test('show the sum that moves, say of each who takes it over, and log it', async () => {
    const made = [await raiseLeftDebt(), await raiseLeftDebt()]
    const ids = made.map(({ id }) => id)
    const { seen } = await prepare(await call('signals uphold-each', ids, { reason: 'One person' }))
    expect(seen.facts).toMatchObject([{ name: 'sum', value: 900_00n }])
    expect(seen.notes!.map(readText)).toEqual(
      made.map(
        ({ id, later }) =>
          `Signal ${id}: Member ${later} takes over the debt of Rs. 450.00, and is told. Lifting it takes it back.`,
      ),
    )
    await act('signals uphold-each', ids, { reason: 'One person' })
    const [line] = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(1)
    for (const { later } of made) {
      expect((await readWallet(later)).debt).toBe(450_00n)
      expect(JSON.stringify(line!.result)).toContain(`member ${later}`)
    }
  })

  test('are not upheld where the debt is another one than was seen', async () => {
    const { id, debtor } = await raiseLeftDebt()
    const seen = await prepare(await call('signals uphold-each', [id], { reason: 'One person' }))
    const [left] = await findDepartures({ userId: debtor })
    await liftDepartures([left!.id], 'a mistake')
    const { result } = await act('signals uphold-each', [id], { reason: 'One person' }, { seen })
    expect(result).toMatchObject({ state: 'not as seen', why: 'other' })
  })
})

test('what is true of all members that are put on hold is said once', async () => {
  const ids = [await member(), await member()]
  const { seen } = await prepare(await call('users hold-each', ids, { reason: 'of a check' }))
  expect(seen.notes).toEqual(['What is requested stays unpaid.'])
})

test('postbacks that are chosen are dismissed from the newest to the oldest, as their rows are locked', async () => {
  const ids: number[] = []
  for (let i = 0; i < 2; i++) {
    const conversion_id = randomUUID()
    const p1 = await click(await member())
    await receive({ p1, conversion_id, sale_amount: '1,000', status: 'approved' })
    const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
    ids.push(row!.id)
  }
  const { rows } = await act('postbacks dismiss-each', ids, { reason: 'Tests' })
  expect(rows).toEqual([`postback ${ids[1]} done`, `postback ${ids[0]} done`])
})

describe('offers that are chosen', () => {
  const read = async (ids: readonly number[]) =>
    db
      .select()
      .from(campaigns)
      .where(inArray(campaigns.id, [...ids]))
      .orderBy(asc(campaigns.id))
  const YESTERDAY = new Date(Date.now() - 86_400_000)

  test('are ended now, without those that have ended', async () => {
    const ids = [(await makeOffer()).id, (await makeOffer({ ends_at: YESTERDAY })).id]
    const { outcome, rows } = await act('catalogue end-each', ids)
    expect([outcome, rows]).toEqual(['partly', [`offer ${ids[0]} done`, `offer ${ids[1]} refused`]])
    const [ended, earlier] = await read(ids)
    expect(ended!.ends_at!.getTime()).toBeLessThanOrEqual(Date.now())
    expect(earlier!.ends_at).toEqual(YESTERDAY)
  })

  test('are moved to a category', async () => {
    const ids = [(await makeOffer()).id, (await makeOffer()).id]
    await act('catalogue move-each', ids, { category: 'Fashion' })
    const moved = await read(ids)
    expect(moved.map(({ category_id }) => category_id)).toEqual([
      moved[0]!.category_id,
      moved[0]!.category_id,
    ])
    expect(moved[0]!.category_id).not.toBeNull()
    expect((await act('catalogue move-each', ids, { category: 'Nonsense' })).result).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('Must be one of'),
    })
  })

  test('get one payout, each with its line', async () => {
    const ids = [(await makeOffer()).id, (await makeOffer()).id]
    const { result, rows } = await act('rates set-each', ids, { payout: '7%' })
    expect(result).toMatchObject({
      state: 'done',
      answer: { effect: 'Sets payout 7.00% for 2 offers: the rate of 2 of 2 offers changes' },
    })
    expect(rows).toEqual(ids.map((id) => `offer ${id} done`))
    expect((await read(ids)).map(({ set_payout_hundredths }) => set_payout_hundredths)).toEqual([700n, 700n])
  })

  test('of which one would pay above the guard wait together for a second person', async () => {
    await recordCommand({ osUser: 'noor' }, 'today')
    const ids = [(await makeOffer()).id, (await makeOffer({ payout_hundredths: 200n })).id]
    const { result } = await act('rates set-each', ids, { payout: '7%' })
    expect(result).toMatchObject({ state: 'waits for a second person' })
    expect((await read(ids)).map(({ set_payout_hundredths }) => set_payout_hundredths)).toEqual([null, null])
  })

  test('of which one is not there are refused as a whole', async () => {
    const { id } = await makeOffer()
    const { result } = await act('rates set-each', [id, 999_999_998], { payout: '7%' })
    expect(result).toMatchObject({ state: 'refused', message: 'There is no offer 999999998.' })
    expect((await read([id]))[0]!.set_payout_hundredths).toBeNull()
  })
})

test.each(['postbacks correct', 'postbacks accept', 'users release'])(
  '%s is done to several only if it has no safeguard that they would lose',
  async (name) => {
    const of = await findOperation(name)
    const each = () =>
      defineEach({
        name: 'claims send-each',
        title: 'Several',
        summary: 'several',
        of,
        one: 'row',
        verb: 'Does',
      })
    if (name === 'users release') expect(each().name).toBe('claims send-each')
    else expect(each).toThrow('would lose')
  },
)
