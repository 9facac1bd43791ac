/** Re-encryption after a change of DATA_KEY while the site runs. */
import { eq, sql } from 'drizzle-orm'
import { setSecondFactor } from '~/domain/operators/second-factor.server'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { countKeys, isIndexKeyRight, reseal } from '~/platform/db/reseal.server'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { blindIndex, listKeyIds, seal, SealError, unseal } from '~/platform/db/seal.server'
import { SEALED_COLUMNS } from '~/platform/db/sealed-columns'
import { env } from '~/platform/config/env.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { claimProofs } from '~/platform/db/schema/claims'
import { upiDetails } from '~/platform/db/schema/payout-details'
import { deskAccess } from '~/platform/db/schema/desk'
import { jobFiles, operators, queuedJobs } from '~/platform/db/schema/operations'
import { makeRecoveryCodes } from '~/http/desk/access/recovery-codes.server'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { addDraft, findDraft } from '~/http/desk/drafts/drafts.server'
import { findAnswer, requireJob, sealAnswer, type JobState } from '~/desk/queued-jobs.server'
import { listStoredSecrets, makeSecret } from '~/domain/tracking/network-secrets.server'
import { openSession } from '~/domain/accounts/sessions.server'
import { hashToken } from '~/platform/tokens.server'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { findDevice, subscribeDevice } from '~/domain/outreach/push-subscriptions.server'
import { openContent, queueMail } from '~/domain/outreach/queue-mail.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { addProof, openProof } from '~/domain/tracking/claim-proofs.server'
import { findPayoutDestination } from '~/domain/wallet/destinations.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { findWithdrawal } from '~/domain/wallet/list-withdrawals.server'
import { failWithdrawal, readDestination } from '~/domain/wallet/withdrawal-decisions.server'
import { addJobWithFiles, enqueue } from '../support/jobs'
import { makeBrowser, setPushKeys } from '../support/push'
import { makeCall } from '../support/calls'
import { makeApprovedWithdrawal } from '../wallet/payout-support'
import { memberWith, makeUpi } from '../wallet/support'

const FIRST = env().DATA_KEY!
const SECOND = 'ab'.repeat(32)
const setKeys = (DATA_KEY: string, DATA_KEYS_OLD: string[] = [], INDEX_KEY?: string) =>
  Object.assign(env(), { DATA_KEY, DATA_KEYS_OLD, INDEX_KEY })
afterEach(() => setKeys(FIRST))

const BANK = { acc_number: '000123456789', acc_holder_name: 'Asha', ifsc_code: 'HDFC0001234', bank_name: '' }
const BROWSER = makeBrowser()
const PROOF = Buffer.from('%PDF-1.7 an invoice')
let userId: number
let withdrawal: number
let operatorId: number
let draftId: string
let job: JobState
let networkSecret: string

beforeAll(async () => {
  userId = await memberWith(10_00n)
  await saveBankDetails(userId, BANK)
  withdrawal = (await makeApprovedWithdrawal('10')).id
  await proveClaim((await findWithdrawal(withdrawal))!.user_id)
  await db.insert(payoutEvents).values({
    provider: 'cashfree',
    event_id: 'event-1',
    kind: 'TRANSFER_SUCCESS',
    body: seal('{"a":1}', 'payout_events|body|cashfree|event-1'),
  })
  const [operator] = await db
    .insert(operators)
    .values({ name: 'Asha', role: 'owner', state: 'active' })
    .returning()
  await db.insert(deskAccess).values({ operator_id: operator!.id })
  await db.transaction(async (tx) => {
    await setSecondFactor(tx, operator!)
    await makeRecoveryCodes(tx, operator!.id)
  })
  operatorId = operator!.id
  draftId = await addDraft(operatorId, 'withdrawals approve', {
    typed: { ids: ['1'] },
    files: {},
    uncovers: false,
  })
  await addJobWithFiles([{ name: 'a.csv', content: 'a,b' }])
  const { id } = await enqueue(await makeCall('withdrawals approve', { ids: ['1'] }, { osAccount: 'asha' }))
  job = await requireJob(id)
  await db
    .update(queuedJobs)
    .set({ answer: sealAnswer({ effect: '', notes: ['Done.'] }, job.log_id) })
    .where(eq(queuedJobs.id, job.id))
  const content = { subject: 'S', preheader: '', paragraphs: ['A link'], why: '' }
  await queueMail(db, { to: 'a@mail.example', kind: 'confirm-email', content })
  setPushKeys()
  const { token } = await openSession({
    userId,
    remember: true,
    kind: 'cookie',
    openedBy: 'password',
    agent: null,
  })
  await subscribeDevice({ userId, tokenHash: hashToken(token) }, BROWSER.address)
  networkSecret = (await makeSecret('impact', 0, 'Asha')).secret
})

/** A question about the withdrawal, with a file. */
async function proveClaim(owner: number): Promise<void> {
  const opened = await openMemberClaim(owner, { withdrawal }, { kind: 'question', text: 'When?' })
  if (!opened.ok) throw new Error(opened.reason)
  expect(await addProof(owner, opened.claim.id, PROOF)).toEqual({ ok: true })
}

const listStates = async () => [...new Set((await countKeys()).map(({ state }) => state))].sort()

async function expectAllOpen(): Promise<void> {
  const [device] = await db.select({ id: pushSubscriptions.id }).from(pushSubscriptions)
  expect((await findDevice(userId, device!.id, 'money'))!.address).toEqual(BROWSER.address)
  const [mail] = await db.select().from(deliveries)
  expect(openContent(mail!.key, mail!.content!).content.paragraphs).toEqual(['A link'])
  const bank = await findPayoutDestination(db, userId, 'bank')
  expect(JSON.parse(bank!.details)).toEqual(BANK)
  expect(JSON.parse((await findPayoutDestination(db, userId, 'upi'))!.details)).toEqual({
    upi: makeUpi(userId),
  })
  const found = await findWithdrawal(withdrawal)
  expect(readDestination(found!)).toEqual({ upi: makeUpi(found!.user_id) })
  const [proof] = await db.select({ id: claimProofs.id }).from(claimProofs)
  expect((await openProof(proof!.id))!.bytes).toEqual(PROOF)
  expect((await findDraft(operatorId, draftId))!.input.typed).toEqual({ ids: ['1'] })
  const [file] = await db.select().from(jobFiles)
  const opened = unseal(file!.content!, `job_files|content|${file!.job_id}|0`)
  expect(Buffer.from(opened, 'base64').toString()).toBe('a,b')
  expect((await findAnswer(job))!.notes).toEqual(['Done.'])
  expect((await listStoredSecrets()).map(({ secret }) => secret)).toContain(networkSecret)
  const [event] = await db.select().from(payoutEvents)
  expect(unseal(event!.body, 'payout_events|body|cashfree|event-1')).toBe('{"a":1}')
}

describe('list of encrypted columns', () => {
  test('is complete: seal() refuses any other column', () => {
    // @ts-expect-error -- no such column is sealed
    expect(() => seal('x', 'users|email|1001')).toThrow('no sealed column: users|email|')
  })

  test('names existing columns, each with rows in this test', async () => {
    const seen = new Set((await countKeys()).map(({ column }) => column))
    expect([...seen].sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort())
  })
})

describe('change of DATA_KEY', () => {
  test('old values open with the new key configured, are re-encrypted, and then need no old key', async () => {
    setKeys(SECOND, [FIRST], FIRST)
    await expectAllOpen()
    expect(await listStates()).toEqual(['old'])
    const other = await memberWith(1_00n)
    expect(await listStates()).toEqual(['current', 'old'])
    const { resealed, unopened } = await reseal()
    expect(resealed).toBeGreaterThanOrEqual(5)
    expect(unopened).toEqual([])
    expect(await listStates()).toEqual(['current'])
    expect(await reseal()).toEqual({ resealed: 0, unopened: [] })
    setKeys(SECOND, [], FIRST)
    await expectAllOpen()
    expect((await findPayoutDestination(db, other, 'upi'))!.details).toContain('@okbank')

    // And back, by concurrent runs.
    setKeys(FIRST, [SECOND], FIRST)
    const parts = await Promise.all([reseal(), reseal(), reseal()])
    expect(parts.reduce((sum, part) => sum + part.resealed, 0)).toBe(resealed + 1)
    setKeys(FIRST)
    await expectAllOpen()
  })

  test('a missing key is reported once per affected row', async () => {
    setKeys(SECOND)
    expect(await listStates()).toEqual(['unknown'])
    await expect(findPayoutDestination(db, userId, 'bank')).rejects.toThrow(SealError)
    const { resealed, unopened } = await reseal()
    expect(resealed).toBe(0)
    expect(unopened).toContain(`withdrawals ${withdrawal}`)
  })

  test('values from before key ids are re-encrypted under the current key', async () => {
    const [row] = await db.select().from(upiDetails).where(eq(upiDetails.user_id, userId))
    const legacy = row!.sealed.replace(/^[0-9a-f]{8}\./, 'k1.')
    await db.update(upiDetails).set({ sealed: legacy }).where(eq(upiDetails.user_id, userId))
    setKeys(SECOND, [FIRST], FIRST)
    expect(await listStates()).toContain('legacy')
    await expectAllOpen()
    setKeys(FIRST)
    expect((await reseal()).resealed).toBe(1)
    await expectAllOpen()
  })

  test('a row that cannot be decrypted is left as it is, and the others are re-encrypted', async () => {
    const broken = await makeApprovedWithdrawal('10')
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${broken.id}`)
    })
    setKeys(SECOND, [FIRST], FIRST)
    const { unopened } = await reseal()
    expect(unopened).toEqual([`withdrawals ${broken.id}`])
    expect(await listStates()).toEqual(['current', 'legacy'])
    await failWithdrawal(broken.id, 'Ask again')
    await db
      .update(withdrawals)
      .set({ destination: 'erased', destination_hint: '••••' })
      .where(eq(withdrawals.id, broken.id))
    expect(await listStates()).toEqual(['current'])
    setKeys(FIRST, [SECOND], FIRST)
    await reseal()
  })

  test('details that a member saves meanwhile are never overwritten', async () => {
    setKeys(SECOND, [FIRST], FIRST)
    const saves = saveUpiDetails(userId, { upi: 'asha.new@okbank' })
    await Promise.all([reseal(), saves])
    expect(JSON.parse((await findPayoutDestination(db, userId, 'upi'))!.details)).toEqual({
      upi: 'asha.new@okbank',
    })
    setKeys(FIRST, [SECOND], FIRST)
    await saveUpiDetails(userId, { upi: makeUpi(userId) })
    await reseal()
  })
})

describe('blind index', () => {
  test('matches equal accounts across a change of keys, and a wrong INDEX_KEY is detected', async () => {
    const before = blindIndex('upi:asha@okbank')
    expect(await isIndexKeyRight()).toBe(true)
    setKeys(SECOND, [FIRST], FIRST)
    expect(blindIndex('upi:asha@okbank')).toBe(before)
    expect(await isIndexKeyRight()).toBe(true)
    await reseal()
    setKeys(SECOND, [], FIRST)
    expect(await isIndexKeyRight()).toBe(true)
    setKeys(SECOND)
    expect(await isIndexKeyRight()).toBe(false)
    setKeys(FIRST, [SECOND], FIRST)
    await reseal()
  })
})

test('keys have different ids', () => {
  setKeys(SECOND, [FIRST], FIRST)
  const [second, first] = listKeyIds()
  expect(first).toMatch(/^[0-9a-f]{8}$/)
  expect(second).not.toBe(first)
  expect(SECOND + FIRST).not.toContain(first!)
})
