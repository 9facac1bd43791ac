/** What the page of a draft says in each of its states, and reads that take too long. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import type { DraftState, DraftPreview } from '~/http/desk/drafts/draft'
import { addDraft } from '~/http/desk/drafts/drafts.server'
import { deskMessages } from '~/messages/desk'
import { siteMessages } from '~/messages/site'
import { newVisitor, startServers, type Visitor } from '../support/app'
import { DESK_PASSWORD, nextCode, signedInAtDesk } from '../support/desk'
import { addJobWithFiles } from '../support/jobs'
import { uploadBody } from '../support/uploads'

const { draft: texts, page: pages } = deskMessages

let visitor: Visitor
let operatorId: number

beforeAll(async () => {
  const signedIn = await signedInAtDesk('owner')
  visitor = signedIn.visitor
  operatorId = signedIn.operator.id
})

const answer = { facts: [], tables: [], notes: [], problems: [], next: [] }
const preview: DraftPreview = {
  answer: { ...answer, effect: 'Hides the offer Kettles' },
  present: null,
  consent: 'x',
}

const STATES: [what: string, state: Partial<DraftState>, shown: string[], hidden?: string][] = [
  ['a preview', { preview }, ['Preview: nothing is done yet', 'Hides the offer Kettles'], 'Done'],
  ['an old preview', { preview, unconfirmed: 'old' }, [texts.old, 'Hides the offer Kettles']],
  [
    'a preview of what changed',
    { preview, before: { ...answer, effect: 'Hides the offer Pots' }, unconfirmed: 'changed' },
    [texts.changed, 'Hides the offer Pots; now: Hides the offer Kettles'],
  ],
  [
    'a refusal',
    { refusal: { message: 'The file has errors.', details: ['Line 2: no amount'] } },
    ['The file has errors.', 'Line 2: no amount', 'What you typed'],
    'Preview: nothing is done yet',
  ],
  ['a running change', { preview, unconfirmed: 'running' }, [texts.running, 'Hides the offer Kettles']],
  [
    'an interrupted job',
    { preview, unconfirmed: 'interrupted', logId: 12 },
    [texts.interrupted, 'Hides the offer Kettles', 'Entry 12 of the log'],
    'Preview: nothing is done yet',
  ],
  [
    'an interrupted change',
    { preview, unconfirmed: 'undone', logId: 12 },
    [texts.undone, 'Entry 12 of the log'],
  ],
  ['a queued job', { preview, result: { state: 'queued', job: 7 } }, [texts.queued, 'Job 7']],
  ['a change that waits', { preview, result: { state: 'waits', approval: 3 } }, [texts.waits]],
  [
    'a result with a file',
    {
      preview,
      result: {
        state: 'done',
        logId: 12,
        answer: {
          ...answer,
          effect: 'Makes batch 4',
          problems: [{ text: 'Left out: withdrawal 9', links: [] }],
        },
      },
    },
    ['Done', 'Makes batch 4.', 'Left out: withdrawal 9', 'Download batch-4.csv', 'Entry 12 of the log'],
    'Preview',
  ],
]

test.each(STATES)('%s is said on its page', async (_, state, shown, hidden) => {
  const input = { typed: { offer: 'Kettles' }, files: {}, uncovers: false }
  const { result } = state
  if (result?.state === 'done') result.job = await addJobWithFiles([{ name: 'batch-4.csv', content: '' }])
  const id = await addDraft(operatorId, 'catalogue hide', input, { errors: {}, ...state })
  const page = await visitor.get(`/Desk/Drafts/${id}`)
  expect(page.status).toBe(200)
  for (const text of shown) expect(page.text).toContain(text)
  if (hidden) expect(page.text).not.toContain(hidden)
  expect(page.body.includes('name="consent"')).toBe(Boolean(state.preview && !state.result && !state.logId))
})

test('a read that the database does not end in five seconds says so', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE shortlinks IN ACCESS EXCLUSIVE MODE`)
    const page = await visitor.get('/Desk/shortlinks/list')
    expect(page.status).toBe(422)
    expect(page.text).toContain(pages.tooMuch.title)
    expect(page.text).toContain(pages.tooMuch.text)
  })
})

test('a bank file is shown only to its operator, with a recent code and a role that may make it', async () => {
  const { operator, visitor: finance } = await signedInAtDesk('finance')
  const input = { typed: {}, files: {}, uncovers: false }
  const job = await addJobWithFiles([{ name: 'batch-1.csv', content: 'account' }])
  const result = { state: 'done', logId: 1, answer: null, job } as const
  const id = await addDraft(operator.id, 'withdrawals export', input, { errors: {}, preview, result })
  const path = `/Desk/Drafts/${id}`
  expect((await finance.get(path)).text).toContain('Download batch-1.csv')
  const looked = await finance.request(`${path}/files/0`, { method: 'HEAD' })
  expect(looked.status).toBe(405)
  const fetched = await finance.get(`${path}/files/0`)
  expect([fetched.body, fetched.headers.get('content-disposition')]).toEqual([
    'account',
    'attachment; filename="batch-1.csv"',
  ])
  const twice = await finance.follow(await finance.get(`${path}/files/0`))
  expect(twice.text).toContain(texts.fetched.text)
  expect(twice.text).toContain('batch-1.csv was downloaded: ')
  expect((await finance.get(`${path}/files/x`)).status).toBe(404)
  expect((await visitor.get(`${path}/files/0`)).status).toBe(404)
  await db.execute(
    sql`UPDATE desk_sessions SET code_at = now() - interval '11 minutes' WHERE operator_id = ${operator.id}`,
  )
  for (const address of [path, `${path}/files/0`])
    expect((await finance.get(address)).location).toMatch(/^\/Desk\/Code\?back=/)
  await db.execute(sql`UPDATE desk_sessions SET code_at = now() WHERE operator_id = ${operator.id}`)
  await db.execute(sql`UPDATE operators SET role = 'support' WHERE id = ${operator.id}`)
  for (const address of [path, `${path}/files/0`]) expect((await finance.get(address)).status).toBe(403)
})

const FILE = 'input.file'

const sendFile = (size: number, more: Record<string, string> = {}, from = '/Desk/conversions/reconcile') => {
  const bytes = new Uint8Array(size)
  return visitor.request(from, {
    method: 'POST',
    body: uploadBody([{ bytes, filename: 'bank.csv', type: 'text/csv', field: FILE }], { from, ...more }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
}

test('a file above 5 MB is refused at its field, and what was typed is kept', async () => {
  const sent = await sendFile(5 * 1024 * 1024 + 1, { 'input.network': 'impact' })
  const page = await visitor.follow(sent)
  expect(page.status).toBe(200)
  expect(page.text).toContain(texts.tooLarge)
  expect(page.body).toMatch(/<option[^>]* selected=""[^>]*>impact/)
  expect(page.text).not.toContain('Preview: nothing is done yet')
})

test('a table above 5 MB that a change reads is not called a picture', async () => {
  const sent = await sendFile(5 * 1024 * 1024 + 1, { 'input.network': 'impact' }, '/Desk/networks/paid')
  const page = await visitor.follow(sent)
  expect(page.text).toContain(texts.tooLarge)
  expect(page.text).not.toContain(texts.pictureTooLarge)
})

test('the form of an invitation wants an e-mail address and offers no printed link', async () => {
  const from = '/Desk/operators/invite'
  const form = await visitor.get(from)
  expect(form.body).not.toContain('input.print')
  expect(form.body).toMatch(/<input[^>]*name="input\.email"[^>]*required/)
  expect(form.text).not.toContain('(optional)')
  const invitation = { from, 'input.name': 'Bea Rao', 'input.role': 'support' }
  const refused = await visitor.follow(await visitor.post(from, invitation))
  expect(refused.text).toContain('Please fill in this field.')
  const typed = { ...invitation, 'input.email': 'bea@invited.example', 'input.print': 'yes' }
  const preview = await visitor.follow(await visitor.post(from, typed))
  expect(preview.text).toContain('Invites Bea Rao as support')
  expect(preview.text).toContain('The link goes to bea@invited.example')
})

test('an import whose rows are all refused has nothing to confirm', async () => {
  const from = '/Desk/catalogue/import'
  const preview = async (rows: string) => {
    const file = {
      bytes: Buffer.from(`id,title,url,brand\n${rows}`),
      filename: 'pots.csv',
      type: 'text/csv',
      field: FILE,
    }
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    return visitor.follow(
      await visitor.request(from, { method: 'POST', body: uploadBody([file], { from }), headers }),
    )
  }
  const bad = await preview('p1,Pot,javascript:x,Potters\n')
  expect(bad.text).toContain('Imports pots: new 0, changed 0, unchanged 0, ended 0, hidden 0, refused 1')
  expect(bad.text).toContain(texts.nothing)
  expect(bad.body).not.toContain('name="consent"')
  const mixed = await preview('p1,Pot,javascript:x,Potters\np2,Pan,https://shop.example/pan,Potters\n')
  expect(mixed.text).toContain('new 1, changed 0, unchanged 0, ended 0, hidden 0, refused 1')
  expect(mixed.text).not.toContain(texts.nothing)
  expect(mixed.body).toContain('name="consent"')
})

test('a form with a file sent after the session has ended is shown again without the file', async () => {
  const { operator, visitor: bea } = await signedInAtDesk('finance')
  const from = '/Desk/conversions/reconcile'
  const [, keep] = /name="keep" value="([\w-]{22}:operation)"/.exec((await bea.get(from)).body)!
  await db.execute(sql`DELETE FROM desk_sessions WHERE operator_id = ${operator.id}`)
  const sent = await bea.request(from, {
    method: 'POST',
    body: uploadBody([{ bytes: Buffer.from('a,b'), filename: 'bank.csv', type: 'text/csv', field: FILE }], {
      from,
      keep: keep!,
      'input.network': 'impact',
    }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(sent.location).toBe('/Desk/SignIn')
  await bea.post('/Desk/SignIn', { name: operator.name, password: DESK_PASSWORD, from: '/Desk/SignIn' })
  const page = await bea.follow(
    await bea.post('/Desk/Code', { otp: await nextCode(operator.id), from: '/Desk/Code' }),
  )
  expect(page.text).toContain(siteMessages.forms.fileAgain)
  expect(page.body).toMatch(/<option[^>]* selected=""[^>]*>impact/)
})

test('a large form is read after the end of a session, and never for a stranger', async () => {
  const { operator, visitor: bea } = await signedInAtDesk('finance')
  const from = '/Desk/conversions/reconcile'
  const [, keep] = /name="keep" value="([\w-]{22}:operation)"/.exec((await bea.get(from)).body)!
  await db.execute(
    sql`UPDATE desk_sessions SET last_seen_at = now() - interval '31 minutes' WHERE operator_id = ${operator.id}`,
  )
  const send = async (sender: Visitor) => {
    const form = uploadBody(
      [{ bytes: Buffer.alloc(6_000_000), filename: 'bank.csv', type: 'text/csv', field: FILE }],
      { from, keep: keep!, 'input.network': 'impact' },
    )
    const whole = new Response(form)
    const bytes = new Uint8Array(await whole.arrayBuffer())
    let isRead = false
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true
          controller.enqueue(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const sent = await sender.request(from, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'Content-Type': whole.headers.get('Content-Type')!,
        'Content-Length': String(bytes.byteLength),
        'Sec-Fetch-Site': 'same-origin',
      },
    } as RequestInit)
    expect(sent.location).toBe('/Desk/SignIn')
    return { isRead, text: (await sender.follow(sent)).text }
  }
  const late = await send(bea)
  expect(late.isRead).toBe(true)
  expect(late.text).toContain('what you typed is kept')
  const stranger = newVisitor()
  expect((await send(stranger)).isRead).toBe(false)
  stranger.cookies.set('desk', 'A'.repeat(43))
  expect((await send(stranger)).isRead).toBe(false)
})

test('a refusal by a route or by the server is shown in the layout of the desk', async () => {
  const forged = await visitor.post('/Desk/Approvals/1/agree', {}, { 'Sec-Fetch-Site': 'cross-site' })
  expect(forged.status).toBe(403)
  expect(forged.text).toContain(pages.forbidden.text)
  const [server] = await startServers(1)
  const tooLarge = await fetch(`${server!.origin}/Desk/Today`, { method: 'POST', body: 'x'.repeat(70_000) })
  expect(tooLarge.status).toBe(413)
  const deleted = await fetch(`${server!.origin}/Desk/users/list`, { method: 'DELETE' })
  expect(deleted.status).toBe(405)
  for (const body of [forged.body, await tooLarge.text(), await deleted.text()]) {
    expect(body).toContain('desk-header')
    expect(body).not.toContain('class="header-search"')
  }
})

test('an unknown page of the desk says so', async () => {
  const page = await visitor.get('/Desk/a/b/c')
  expect(page.status).toBe(404)
  expect(page.text).toContain(pages.notFound.text)
})

test('a missing code is reported at its field', async () => {
  const sent = await visitor.post('/Desk/Code', { from: '/Desk/Code?back=/Desk', otp: '' })
  expect((await visitor.follow(sent)).text).toContain(deskMessages.missing.code)
})
