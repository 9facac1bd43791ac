import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { click, member } from '../wallet/support'
import { run } from './in-process'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-paid-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
function file(content: string): string {
  const name = path.join(folder, 'invoice.csv')
  fs.writeFileSync(name, content)
  return name
}

const transfers = async () => (await db.execute(sql`SELECT id FROM ledger_transfers`)).length
const plain = (out: string) => out.replace(/ +/g, ' ')

beforeAll(async () => {
  for (const [conversion_id, payout] of Object.entries({ P1: '600', P2: '400', P3: '250' })) {
    const p1 = await click(await member())
    const raw = { p1, conversion_id, sale_amount: '10000', payout, status: 'approved' }
    await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
      throw error
    })
  }
  await rewrite(sql`UPDATE conversions SET created_at = now() - interval '45 days' WHERE external_id = 'P1'`)
})

const INVOICE = '\ufeffCommission (INR);Order\r\n"1,600.00";P1\r\n400;P2\r\n'
const COLUMNS = ['--columns', 'id=Order,commission=Commission (INR)']
const FACTS = [
  '--amount',
  '1,044.00',
  '--tds',
  '18',
  '--utr',
  'NEFT-0042',
  '--date',
  '2024-11-20',
  ...COLUMNS,
]

describe('networks paid', () => {
  test('names the lines that do not match and posts nothing', async () => {
    const before = await transfers()
    const name = file(`${INVOICE}abc;P3\r\n`)
    const unread = await run('networks', 'paid', 'trackier', name, ...FACTS, '--yes')
    expect(unread).toEqual({
      code: 1,
      out: '',
      err: 'line 4 (P3): ‘abc’ is no amount\n1 line refused. Nothing is posted.',
    })
    const misfit = await run('networks', 'paid', 'trackier', file(INVOICE), ...FACTS, '--yes', '--json')
    expect(misfit).toEqual({
      code: 1,
      out: '',
      err: 'line 2 (P1): only Rs. 600.00 is open of it\n1 line refused. Nothing is posted.',
    })
    const kept = await run('networks', 'paid', 'trackier', file(INVOICE), ...FACTS, '--on-account')
    expect(kept.out).toContain('line 2 (P1): only Rs. 600.00 is open of it\n')
    expect(kept.out).toContain('Nothing is posted yet.')
    expect(await transfers()).toBe(before)
  })

  test('previews the entries, and posts them once', async () => {
    const name = file(INVOICE.replace('1,600.00', '600.00'))
    await changeSettings({ GST_RATE: '18%' })
    const before = await transfers()
    const shown = await run('networks', 'paid', 'trackier', name, ...FACTS, '--invoice', 'DD-7')
    expect(shown.code).toBe(0)
    expect(plain(shown.out).split('\n')).toEqual([
      'SALE THEIR ID STATUS COMMISSION BEFORE NOW STAYS OPEN',
      expect.stringMatching(/^ ?\d+ P1 approved 600\.00 0\.00 600\.00 0\.00$/),
      expect.stringMatching(/^ ?\d+ P2 approved 400\.00 0\.00 300\.00 100\.00$/),
      '',
      'Rs. 1,044.00 at the bank, Rs. 18.00 TDS, less Rs. 162.00 GST: Rs. 900.00 of commission.',
      'The invoice has Rs. 1,000.00: Rs. 100.00 of it stays open.',
      'Nothing is posted yet. --yes posts it.',
      '',
    ])
    expect(await transfers()).toBe(before)
    const posted = await run('networks', 'paid', 'trackier', name, ...FACTS, '--invoice', 'DD-7', '--yes')
    expect(posted.out).toContain('Posted: settlement 1.')
    expect(await transfers()).toBe(before + 3)
    const again = await run('networks', 'paid', 'trackier', name, ...FACTS, '--yes')
    expect(again).toMatchObject({ code: 0, out: 'NEFT-0042 is settlement 1 already. Nothing is posted.\n' })
    const other = await run('networks', 'paid', 'trackier', ...FACTS, '--gst', '0', '--yes')
    expect(other.code).toBe(1)
    expect(other.err).toContain('NEFT-0042 is settlement 1, with other facts.')
    expect(await transfers()).toBe(before + 3)
    await changeSettings({ GST_RATE: 'unset' })
  })

  test('refuses an excess over the open amount, or books it as an advance for later sales', async () => {
    const facts = ['--amount', '400', '--utr', 'N2', '--date', 'yesterday', '--yes']
    const refused = await run('networks', 'paid', 'trackier', ...facts)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('It settles Rs. 400.00 of commission, and Rs. 350.00 is open.')
    const kept = await run('networks', 'paid', 'trackier', ...facts, '--on-account')
    expect(kept.out).toContain('Rs. 50.00 fits no sale and is an advance')
    expect((await run('networks', 'allocate', '2')).out).toContain('Rs. 0.00 of the advance of Rs. 50.00.')
    const reversed = await run('networks', 'reverse', '2', '--reason', 'Of another network', '--yes')
    expect(reversed.out).toBe('trackier: payment N2 of Rs. 400.00 is taken back.\nPosted: settlement 3.\n')
    expect((await run('networks', 'reverse', '2', '--reason', 'x', '--yes')).err).toBe(
      'Settlement 2 is reversed already.',
    )
    expect((await run('networks', 'allocate', '2')).err).toContain('Settlement 2 has no advance')
    expect((await run('networks', 'allocate', '99')).err).toContain('There is no settlement 99.')
  })

  test.each([
    [['--amount', 'ten'], 'It must be an amount in rupees'],
    [['--amount', '-5'], 'It must be an amount in rupees'],
    [['--date', '2199-01-01'], 'This day is still to come.'],
    [['--utr', '..'], 'neither letters nor digits'],
    [['--columns', 'who=me'], 'the names are id, order, amount, commission'],
  ])('refuses the mistyped options %j', async (words, message) => {
    const answer = await run('networks', 'paid', 'trackier', ...FACTS, ...words)
    expect(answer.code).toBe(2)
    expect(answer.err).toContain(message)
  })
})

test('networks write-off previews and posts; without sales it is refused', async () => {
  expect(await run('networks', 'write-off', 'trackier', '--reason', 'x')).toMatchObject({ code: 2 })
  const words = [
    'networks',
    'write-off',
    'trackier',
    '--from',
    '2026-01-01',
    '--reason',
    'Disputed since March',
  ]
  // P2 and P3: 100 and 250 are open.
  expect((await run(...words)).out).toContain('Rs. 350.00 is written off.\nNothing is posted yet.')
  const { sales } = JSON.parse((await run(...words, '--json')).out)
  const p3 = sales.find((one: { external_id: string }) => one.external_id === 'P3').sale
  const posted = await run(...words.slice(0, 3), '--sale', String(p3), ...words.slice(5), '--yes')
  expect(posted.out).toContain('Rs. 250.00 is written off.\nPosted: settlement 4.')
  expect((await run('networks', 'write-off', 'awin', '--from', '2024-01-01', '--reason', 'x')).code).toBe(1)
})

test('networks owed and payments show open amounts and settlements', async () => {
  const { out } = await run('networks', 'owed')
  expect(plain(out)).toContain('trackier 1 100.00 0.00 0.00 0.00 100.00 0.00')
  expect(plain((await run('networks', 'owed', 'trackier')).out)).toMatch(
    /\d+ P2 approved .* 400\.00 300\.00 100\.00/,
  )
  expect((await run('networks', 'owed', 'trackier', '--csv')).out).toMatch(
    /\r\n\d+,P2,approved,.*,100\.00\r\n$/,
  )
  expect(JSON.parse((await run('networks', 'owed', '--json')).out)).toEqual([
    expect.objectContaining({ network: 'trackier', open: '100.00', up_to_30_days: '100.00' }),
  ])
  const list = plain((await run('networks', 'payments', '--network', 'trackier')).out)
  expect(list).toContain('1 trackier payment 2024-11-20 NEFT-0042 DD-7 1,044.00 18.00 162.00 900.00 2')
  expect(list).toContain('3 trackier reversal of 2')
  expect(list).toContain('reversed by 3')
  expect(list).toContain('Disputed since March')
  expect((await run('networks', 'payments', '--to', '2024-11-19')).out).toBe('No settlement matches.\n')
  const journal = await run('books', 'journal', '--settlement', '1')
  expect(plain(journal.out)).toMatch(/settlement:1:tds tds tds_receivable network_receivable 18\.00/)
  expect(await findDefects()).toEqual([])
})

test('conversions show has the settlements of a sale', async () => {
  const [row] = await db.execute<{ id: string }>(sql`SELECT id FROM conversions WHERE external_id = 'P2'`)
  const { out } = await run('conversions', 'show', row!.id)
  expect(plain(out)).toMatch(/^ ?1 payment 2024-11-20 NEFT-0042 Rs\. 300\.00$/m)
  expect(plain(out)).toMatch(/^ ?3 reversal .* Rs\. -100\.00$/m)
  const { settled } = JSON.parse((await run('conversions', 'show', row!.id, '--json')).out)
  expect(settled[0]).toMatchObject({ settlement: 1, kind: 'payment', amount: '300.00' })
})
