/** Forms of the desk: what was typed, its preview, its confirmation. */
import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deskDrafts } from '~/platform/db/schema/desk-drafts'
import { jobFiles, operators } from '~/platform/db/schema/operations'
import { payoutBatches } from '~/platform/db/schema/payouts'
import { confirmDraft } from '~/http/desk/drafts/confirm.server'
import type { Draft } from '~/http/desk/drafts/draft'
import { findDraft } from '~/http/desk/drafts/drafts.server'
import { submitForm, toRefusal } from '~/http/desk/drafts/submit.server'
import { formatFormName } from '~/http/desk/views/labels'
import { findDraftOperation, readDraftPage, type DraftView } from '~/http/desk/views/read-draft.server'
import type { Actor } from '~/desk/actor.server'
import { findOperation } from '~/desk/find-operation'
import { fetchJobFile } from '~/desk/queued-jobs.server'
import { runChange } from '~/desk/run-change.server'
import { workQueue } from '~/desk/work-queue.server'
import { formatPerson } from '~/domain/settings/person'
import { recordCommand } from '~/domain/operators/command-log.server'
import { addTins, removeTins } from '../operations/tins'
import { makeCall } from '../support/calls'
import { forgetOthers } from '../support/settings'
import { readWorkbook } from '../support/spreadsheet'
import { makeApprovedWithdrawal } from '../wallet/payout-support'

let asha: Actor
let ravi: Actor

async function addOperator(name: string): Promise<Actor> {
  const [row] = await db.insert(operators).values({ name, role: 'owner', state: 'active' }).returning()
  return {
    operatorId: row!.id,
    osAccount: null,
    name,
    by: formatPerson(name, null),
    role: 'owner',
    source: 'desk',
  }
}

beforeAll(async () => {
  await addTins()
  asha = await addOperator('Asha Verma')
  ravi = await addOperator('Ravi Menon')
})
afterAll(removeTins)
beforeEach(forgetOthers)

function toForm(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields))
    data.set(name === 'version' ? name : formatFormName(name), value)
  return data
}

async function submit(name: string, fields: Record<string, string>, actor = asha): Promise<Draft> {
  const id = await submitForm(await findOperation(name), actor, toForm(fields))
  return (await findDraft(actor.operatorId!, id))!
}

const label = (id: number, to: string, actor = asha) =>
  submit('tins label', { id: String(id), label: to }, actor)

async function confirm(draft: Draft, actor = asha): Promise<Draft> {
  const operation = await findOperation(draft.operation)
  await confirmDraft(draft, operation, actor, draft.state.preview?.consent ?? '')
  return (await findDraft(actor.operatorId!, draft.id))!
}

const readPage = async (draft: Draft, actor = asha) =>
  (await readDraftPage((await findDraftOperation(draft))!, actor)) as DraftView

const readTin = async (id: number) => {
  const [row] = await db.execute<{ label: string; times: number }>(
    sql`SELECT label, times FROM tins WHERE id = ${id}`,
  )
  return row!
}

test('a form shows what it would do, and changes nothing before it is confirmed', async () => {
  const draft = await label(1, 'figs')
  expect(draft.state.preview).toMatchObject({
    answer: { effect: 'Labels tin 1, 100 paise' },
    present: [{ title: 'label', text: 'tin 1' }],
  })
  expect((await readTin(1)).times).toBe(0)
  const done = await confirm(draft)
  expect(done.state.result).toMatchObject({
    state: 'done',
    answer: {
      effect: 'Labels tin 1, 100 paise',
      facts: expect.arrayContaining([expect.objectContaining({ text: 'figs' })]),
    },
  })
  expect(await readTin(1)).toEqual({ label: 'figs', times: 1 })
})

test('an invalid form keeps its input, with each error at its field', async () => {
  const draft = await submit('tins label', { id: 'x', label: '' })
  expect(draft.state).toEqual({
    errors: { id: 'It must be a number such as 12.', label: 'Please fill in this field.' },
  })
  const { fields, hasErrors, preview } = await readPage(draft)
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['id', 'x'],
    ['label', ''],
  ])
  expect([hasErrors, preview]).toEqual([true, undefined])
})

test('a refusal is at the field that it is about', async () => {
  expect((await label(999, 'figs')).state.errors).toEqual({ id: 'There is no tin 999.' })
})

test('a confirmation that is sent five times at once makes one change, and keeps its result', async () => {
  const draft = await label(2, 'figs')
  await Promise.all(Array.from({ length: 5 }, () => confirm(draft)))
  const { state } = await confirm(draft)
  expect((await readTin(2)).times).toBe(1)
  expect(state.result).toMatchObject({ state: 'done', answer: { effect: 'Labels tin 2, 200 paise' } })
})

test('what changed after the preview is named, and nothing is done', async () => {
  const draft = await label(3, 'figs')
  await db.execute(sql`UPDATE tins SET worth = 999 WHERE id = 3`)
  const again = await confirm(draft)
  expect((await readTin(3)).times).toBe(0)
  const { unconfirmed, differences } = await readPage(again)
  expect(unconfirmed).toBe('changed')
  expect(differences).toContain('Labels tin 3, 300 paise; now: Labels tin 3, 999 paise')
  // The first preview confirms nothing any more, the new one does.
  const operation = await findOperation('tins label')
  await confirmDraft(again, operation, asha, draft.state.preview!.consent)
  expect((await readTin(3)).times).toBe(0)
  await confirm((await findDraft(asha.operatorId!, draft.id))!)
  expect((await readTin(3)).times).toBe(1)
})

test('a form that was opened before a change of the record says so', async () => {
  const first = await label(4, 'figs')
  await confirm(await label(4, 'dates'))
  const late = await submit('tins label', { id: '4', label: 'nuts', version: first.state.preview!.version! })
  expect(late.state).toMatchObject({ unconfirmed: 'changed', preview: { present: [{ text: 'dates' }] } })
  expect((await readTin(4)).label).toBe('dates')
})

test('a draft is readable by its operator alone, and encrypted', async () => {
  const draft = await label(5, 'a secret label')
  expect(await findDraft(ravi.operatorId!, draft.id)).toBeNull()
  expect(await findDraft(asha.operatorId!, 'no key')).toBeNull()
  expect(await findDraft(asha.operatorId!, randomUUID())).toBeNull()
  const rows = await db.select().from(deskDrafts)
  expect(JSON.stringify(rows)).not.toContain('secret label')
})

test('what needs a second person waits for one, who gives the same at the desk', async () => {
  await recordCommand({ osUser: ravi.by, operatorId: ravi.operatorId, source: 'desk' }, 'today')
  const waiting = await confirm(await label(100, 'gold'))
  expect(waiting.state.result).toMatchObject({ state: 'waits' })
  expect((await readTin(100)).times).toBe(0)
  const agreed = await confirm(await label(100, 'gold', ravi), ravi)
  expect(agreed.state.result).toMatchObject({ state: 'done' })
  expect((await readTin(100)).times).toBe(1)
})

test.each(['the command line', 'the desk'])(
  'a request by %s is approved in the other place',
  async (first) => {
    const id = first === 'the desk' ? 101 : 102
    await recordCommand({ osUser: ravi.by, operatorId: ravi.operatorId, source: 'desk' }, 'today')
    // The command line passes omitted fields as undefined.
    const typed = { id: String(id), label: 'gold', other: undefined }
    const call = await makeCall('tins label', typed, { osAccount: 'root' })
    const byCommand = () => runChange(call)
    const byDesk = async () => (await confirm(await label(id, 'gold'))).state.result?.state
    if (first === 'the desk') {
      expect(await byDesk()).toBe('waits')
      await byCommand()
    } else {
      expect((await byCommand()).approval).toBeDefined()
      expect(await byDesk()).toBe('done')
    }
    expect(await readTin(id)).toEqual({ label: 'gold', times: 1 })
  },
)

const isWritten = async () => {
  const [batch] = await db.select().from(payoutBatches).orderBy(desc(payoutBatches.id)).limit(1)
  return batch!.written_at !== null
}

test('a bank file has both of its forms, each fetched once, and counts as written from then on', async () => {
  const { id } = await makeApprovedWithdrawal('10', 'bank')
  const draft = await confirm(await submit('withdrawals export', {}))
  const { files } = await readPage(draft)
  expect(files).toEqual(
    [/^batch-\d+\.csv$/, /^batch-\d+\.xlsx$/].map((name, n) => ({
      title: expect.stringMatching(name),
      to: `/Desk/Drafts/${draft.id}/files/${n}`,
      fetchedAt: null,
    })),
  )
  const { job } = draft.state.result as { job: number }
  expect(await isWritten()).toBe(false)
  const both = await Promise.all([fetchJobFile(job, 0), fetchJobFile(job, 0), fetchJobFile(job, 0)])
  const [csv, ...others] = both.filter(Boolean)
  expect([csv!.content.toString(), others]).toEqual([
    expect.stringContaining(`DealDwaar withdrawal ${id}`),
    [],
  ])
  expect(await isWritten()).toBe(true)
  const workbook = await fetchJobFile(job, 1)
  const cells = readWorkbook(workbook!.content)
  expect(cells.flat().every(({ isText, value }) => isText || value === '')).toBe(true)
  expect(cells.at(-1)![0]!.value).toBe(String(id))
  expect((await readPage(draft)).files).toMatchObject(
    [{ to: null, fetchedAt: /./ }, { to: null }].map(({ to }) => ({ to })),
  )
})

test('a file that nobody fetched within an hour is erased, and its batch not written', async () => {
  await makeApprovedWithdrawal('10', 'bank')
  const draft = await confirm(await submit('withdrawals export', {}))
  const { job } = draft.state.result as { job: number }
  await db.update(jobFiles).set({ created_at: sql`now() - interval '61 minutes'` })
  expect(await fetchJobFile(job, 0)).toBeNull()
  expect((await readPage(draft)).files).toMatchObject([{ to: null, fetchedAt: null }, { to: null }])
  await workQueue()
  expect((await db.select().from(jobFiles)).map(({ content }) => content)).not.toContainEqual(
    expect.anything(),
  )
  expect(await isWritten()).toBe(false)
})

test('a bank file is not handed over once its withdrawals have left the batch', async () => {
  const { id } = await makeApprovedWithdrawal('10', 'bank')
  const draft = await confirm(await submit('withdrawals export', {}))
  await confirm(await submit('withdrawals unbatch', { ids: String(id), reason: 'Wrong account' }))
  expect(await fetchJobFile((draft.state.result as { job: number }).job, 0)).toBeNull()
  expect(await isWritten()).toBe(false)
})

test('a refusal about a field that only a command has is shown above the form', async () => {
  const invite = await findOperation('operators invite')
  const message = 'No mail can be sent.'
  expect(toRefusal(invite, { message, fields: ['print'] })).toMatchObject({
    errors: {},
    refusal: { message },
  })
  expect(toRefusal(invite, { message, fields: ['print', 'email'] })).toMatchObject({
    errors: { email: message },
  })
})

test('files are found by the next request if the first one ended before it answered', async () => {
  await makeApprovedWithdrawal('10', 'bank')
  const draft = await submit('withdrawals export', {})
  const isDraft = eq(deskDrafts.key, draft.id)
  const [before] = await db.select({ state: deskDrafts.state }).from(deskDrafts).where(isDraft)
  const first = await confirm(draft)
  await db.update(deskDrafts).set(before!).where(isDraft)
  const unsaid = (await findDraft(asha.operatorId!, draft.id))!
  expect(unsaid.state.result).toBeUndefined()
  const again = await confirm(unsaid)
  expect(again.state.result).toMatchObject({
    state: 'done',
    job: (first.state.result as { job: number }).job,
    answer: { effect: expect.stringMatching(/^Makes batch \d+ for the bank: /) },
  })
  expect((await readPage(again)).files).toMatchObject([{ title: /csv/ }, {}].map(() => ({ fetchedAt: null })))
})

test('a job for the worker is queued once', async () => {
  const draft = await submit('tins empty', { ids: '10\n11' })
  const states = await Promise.all([confirm(draft), confirm(draft)])
  const jobs = states.map(({ state }) => (state.result as { job?: number }).job)
  expect(new Set(jobs).size).toBe(1)
  expect(await readTin(10)).toMatchObject({ times: 0 })
})

test('an operator whose role no longer allows it cannot confirm', async () => {
  const draft = await submit('tins empty', { ids: '12' })
  const page = await readPage(draft, { ...asha, role: 'viewer' })
  expect(page).toMatchObject({ page: 'forbidden', words: 'This needs the role finance; yours is viewer.' })
  const refused = await confirm(draft, { ...asha, role: 'viewer' })
  expect(refused.state.refusal?.message).toContain('needs the role finance')
})
