import os from 'node:os'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { notes } from '~/platform/db/schema/notes'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { streamJson } from '~/domain/privacy/export.server'
import { addNote, listNotes } from '~/domain/support/notes.server'
import { signedIn } from '../support/people'
import { collectPlans } from '../support/plans'
import { earn } from '../wallet/support'
import { ops, opsJson, readLastEntry } from './support'

const MOBILE = '+91 97777 70001'
const me = os.userInfo().username
let user: number
let sale: number

beforeAll(async () => {
  user = (await signedIn({ phone_number: '+919777770001' })).id
  sale = await earn(user, 100_00n)
  await addNote({ userId: (await signedIn()).id }, 'about somebody else', 'root')
})

test('notes on a member and on a sale are shown with author and time', async () => {
  const added = await ops(`notes add --member "${MOBILE}" " Called; wants it by mail "`)
  expect(added.out).toContain(`Done: saves a note about member ${user}.\n`)
  expect((await ops(`notes add --sale ${sale} "The network confirmed it"`)).out).toContain(
    `Done: saves a note about sale ${sale}.\n`,
  )
  const shown = (await ops(`users show "${MOBILE}"`)).out
  expect(shown).toMatch(/^NOTE +WHEN +BY +ABOUT +TEXT$/m)
  expect(shown).toMatch(new RegExp(` ${me} +sale ${sale} +The network confirmed it$`, 'm'))
  expect(shown).toMatch(new RegExp(` ${me} +member ${user} +Called; wants it by mail$`, 'm'))
  const ofSale = (await ops(`conversions show ${sale}`)).out
  expect(ofSale).toContain('The network confirmed it')
  expect(ofSale).not.toContain('Called')
  expect((await opsJson(`users show "${MOBILE}"`)).notes).toMatchObject([
    { sale, user_id: null, text: 'The network confirmed it' },
    { sale: null, user_id: user, os_user: me },
  ])
  expect((await opsJson(`conversions show ${sale}`)).notes).toHaveLength(1)
})

test('notes list filters by member, sale and days, and prints CSV', async () => {
  const texts = async (options: string) =>
    ((await opsJson(`notes list ${options}`)) as { text: string }[]).map(({ text }) => text)
  expect(await texts(`--member "${MOBILE}"`)).toHaveLength(2)
  expect(await texts(`--sale ${sale}`)).toEqual(['The network confirmed it'])
  expect(await texts('--from today')).toContain('about somebody else')
  expect(await texts('--to yesterday')).toEqual([])
  expect((await ops(`notes list --sale ${sale} --csv`)).out).toMatch(
    new RegExp(`\r\n\\d+,[^,]+,${me},,${sale},The network confirmed it,\r\n$`),
  )
})

test('a note requires an existing subject and a text', async () => {
  expect(await ops('notes add x')).toMatchObject({
    code: 2,
    err: 'Give at least one of --member, --sale.\n',
  })
  expect((await ops(`notes add x --member ${user} --sale ${sale}`)).code).toBe(2)
  expect((await ops(`notes add " " --member ${user}`)).code).toBe(2)
  expect((await ops(`notes add ${'x'.repeat(2001)} --member ${user}`)).code).toBe(2)
  expect(await ops('notes add x --sale 99999')).toMatchObject({
    code: 1,
    err: 'There is no sale 99999.\n  npm run ops -- conversions list\n',
  })
})

test('a note with control characters, line breaks or reversed text is refused', async () => {
  const { id } = await signedIn()
  for (const steering of ['\u001b[2A', '\n', '\r', '\t', '\u0007', '\u009b', '\u2028', '\u202e'])
    expect(await ops(`notes add "Called;${steering}wants mail" --member ${id}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('without control characters or line breaks.'),
    })
  expect(await listNotes({ userId: id }, { limit: 10 })).toEqual([])
})

test('the operator log records `notes add` without the text', async () => {
  const added = await ops(`notes add --member 9777770001 "Ravi Kumar called from home"`)
  expect(added.code).toBe(0)
  const last = await readLastEntry()
  expect(last).toMatchObject({ command: 'notes add … --member ••••••0001', outcome: 'done' })
})

test('a note cannot be changed or deleted', async () => {
  for (const statement of [
    sql`UPDATE notes SET body = 'other'`,
    sql`UPDATE notes SET body = '', erased_at = now()`,
    sql`DELETE FROM notes`,
    sql`TRUNCATE notes`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ code: '55000' }),
    })
})

test('the member’s export has the notes without their authors; deleting the account erases the texts', async () => {
  const { id } = await signedIn()
  const saleId = await earn(id, 1_00n)
  await addNote({ userId: id }, 'lives in Pune', 'an operator')
  await addNote({ saleId }, 'bought for her mother', 'an operator')
  let exported = ''
  for await (const part of streamJson(id)) exported += part
  expect(JSON.parse(exported).notes_of_support).toMatchObject([
    { about: 'account', note: 'lives in Pune' },
    { about: `purchase ${saleId}`, note: 'bought for her mother' },
  ])
  expect(exported).not.toContain('an operator')

  expect(await closeAccount(id, { forfeit: true })).toEqual({ ok: true })
  const kept = await db.select().from(notes).where(eq(notes.os_user, 'an operator'))
  expect(kept).toHaveLength(2)
  for (const note of kept) expect(note).toMatchObject({ body: '', erased_at: expect.any(Date) })
  expect((await ops(`users show ${id}`)).out.match(/ erased with the account$/gm)).toHaveLength(2)
  for (const about of [`--member ${id}`, `--sale ${saleId}`])
    expect(await ops(`notes add late ${about}`)).toMatchObject({
      code: 1,
      err: 'The account is deleted: no note can be added.\n',
    })
  expect((await listNotes({ userId: user }, { limit: 9 })).every(({ body }) => body !== '')).toBe(true)
})

test('queries of notes use an index', async () => {
  await db.execute(sql`
    INSERT INTO notes (user_id, body, os_user)
    SELECT u.id, 'crowd', 'root' FROM (SELECT min(id) AS id FROM users WHERE id > ${user}) u, generate_series(1, 20000)`)
  await db.execute(sql`ANALYZE notes`)
  for (const filter of [{}, { userId: user }, { saleId: sale }])
    expect(await collectPlans(() => listNotes(filter, { limit: 20 }))).toEqual([])
})
