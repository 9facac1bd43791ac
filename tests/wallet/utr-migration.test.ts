/** A database from before UTRs were unique is brought to the newest schema, whatever stands in it. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checks } from '~/wallet/audit/checks'
import { runMigrations } from '../../server/migrate'

const name = `utr_${randomBytes(6).toString('hex')}`
const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
const url = new URL(inject('postgresUrl'))
url.pathname = `/${name}`
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-utr-'))

beforeAll(() => admin.unsafe(`CREATE DATABASE ${name}`))
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
})

interface Journal {
  entries: { tag: string }[]
}

/** The migrations before the one of this name, in a folder of their own. */
function before(tag: string): string {
  fs.cpSync('drizzle', folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag))
  if (at < 1) throw new Error(`no migration ${tag}`)
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}

test('a UTR that several withdrawals have stays with each, the audit names all but the first, and nobody else can take it', async () => {
  await runMigrations(url.href, before('_unique_utr'))
  const sql = postgres(url.href, { max: 1 })
  await sql`INSERT INTO users (id, username) VALUES (1001, 'Asha')`
  const add = async (utr: string | null) => {
    const [row] = await sql<{ id: string }[]>`
      INSERT INTO withdrawals (user_id, amount_paise, method, request_key, destination, destination_hint)
      VALUES (1001, 100, 'upi', gen_random_uuid(), 'k1.x', 'x') RETURNING id`
    await sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${row!.id}`
    if (utr) await sql`UPDATE withdrawals SET status = 'paid', utr = ${utr} WHERE id = ${row!.id}`
    return row!.id
  }
  const [first, second, third, other, open] = [
    await add('432198765012'),
    await add('432198765012'),
    await add('4321 98765012'),
    await add('n1'),
    await add(null),
  ]

  await runMigrations(url.href, 'drizzle')
  expect(await sql`SELECT id, utr_key FROM withdrawals ORDER BY id`).toEqual([
    { id: first, utr_key: '432198765012' },
    { id: second, utr_key: null },
    { id: third, utr_key: null },
    { id: other, utr_key: 'N1' },
    { id: open, utr_key: null },
  ])
  const defects = await sql.unsafe(checks['a UTR of its own']!.query)
  expect(defects.map(({ subject, detail }) => [subject, detail])).toEqual([
    [second, `withdrawal ${first} has the UTR 432198765012, too`],
    [third, `withdrawal ${first} has the UTR 432198765012, too`],
  ])
  expect(await sql.unsafe(checks['UTR without its key']!.query)).toEqual([])
  const pay = sql`UPDATE withdrawals SET status = 'paid', utr = '432198765012' WHERE id = ${open!}`
  await expect(pay).rejects.toMatchObject({ code: '23505', constraint_name: 'withdrawals_utr' })

  // A corrected UTR gets its key, and the audit reports nothing.
  for (const [id, utr] of [
    [second, 'A2'],
    [third, 'A3'],
  ])
    await sql.begin(async (tx) => {
      await tx`INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (${id!}, 'paid', ${utr!}, 'Typo')`
      await tx`UPDATE withdrawals SET utr = ${utr!} WHERE id = ${id!}`
    })
  expect(await sql.unsafe(checks['a UTR of its own']!.query)).toEqual([])
  expect(await sql`SELECT utr_key FROM withdrawals WHERE id = ${second!}`).toEqual([{ utr_key: 'A2' }])
  await sql.end()
})
