import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { report } from '../support/shop'
import { click, member } from '../wallet/support'
import { file as writeFile } from './files'
import { ops, opsDone, opsJson } from './support'

const file = (content: string) => writeFile('invoice.csv', content)

const transfers = async () => (await db.execute(sql`SELECT id FROM ledger_transfers`)).length
const plain = (out: string) => out.replace(/ +/g, ' ')

/** In the order of the postings; previews leave gaps in the numbers. */
const settlements: string[] = []
function noteSettlement(out: string): string {
  const [, id] = /^(?:settlement|reversed by) +(\d+)$/m.exec(out)!
  settlements.push(id!)
  return id!
}

beforeAll(async () => {
  for (const [sale, commission] of Object.entries({ P1: '600', P2: '400', P3: '250' })) {
    const facts = { sale, commission, status: 'approved', amount: '10000' }
    await report('trackier', { click: await click(await member()), ...facts })
  }
  await rewrite(sql`UPDATE conversions SET created_at = now() - interval '45 days' WHERE external_id = 'P1'`)
})

const INVOICE = '\ufeffCommission (INR);Order\r\n"1,600.00";P1\r\n400;P2\r\n'
const COLUMNS = '--columns "id=Order,commission=Commission (INR)"'
const FACTS = `--amount 1,044.00 --tds 18 --utr NEFT-0042 --date 2024-11-20 ${COLUMNS}`

describe('networks paid', () => {
  test('names the lines that do not match and posts nothing', async () => {
    const before = await transfers()
    const name = file(`${INVOICE}abc;P3\r\n`)
    const unread = await ops(`networks paid trackier ${name} ${FACTS} --yes`)
    expect(unread).toEqual({
      code: 1,
      out: '',
      err: 'line 4 (P3): ‘abc’ is no amount\n1 line refused. Nothing is posted.\n',
    })
    const misfit = await ops(`networks paid trackier ${file(INVOICE)} ${FACTS} --yes --json`)
    expect(JSON.parse(misfit.out)).toMatchObject({
      refused: { message: '1 line refused. Nothing is posted.', fields: ['file'] },
    })
    expect(misfit).toMatchObject({
      code: 1,
      err: 'line 2 (P1): only Rs. 600.00 is open of it\n1 line refused. Nothing is posted.\n',
    })
    const kept = await ops(`networks paid trackier ${file(INVOICE)} ${FACTS} --on-account --dry-run`)
    expect(kept.out).toContain('line 2 (P1): only Rs. 600.00 is open of it\n')
    expect(kept.out).toContain('Nothing was done.')
    const unknown = file(`${INVOICE.replace('1,600.00', '600.00')}50;NOWHERE\r\n`)
    const facts = FACTS.replace('1,044.00', '1,032.00')
    const { out } = await ops(`networks paid trackier ${unknown} ${facts} --dry-run`)
    expect(out).toContain('line 4 (NOWHERE): we have no such sale; its Rs. 50.00 is not settled\n')
    expect(out).toContain('Rs. 50.00 fits no sale and is an advance')
    expect(await transfers()).toBe(before)
  })

  test('previews the entries, and posts them once', async () => {
    const name = file(INVOICE.replace('1,600.00', '600.00'))
    await changeSettings({ GST_RATE: '18%' })
    const before = await transfers()
    const shown = await ops(`networks paid trackier ${name} ${FACTS} --invoice DD-7 --dry-run`)
    expect(shown.code).toBe(0)
    expect(plain(shown.out).split('\n')).toEqual([
      'Posts NEFT-0042 of trackier, Rs. 1,044.00 at the bank, Rs. 18.00 TDS, less Rs. 162.00 GST: Rs. 900.00 of commission.',
      '',
      'SALE THEIR ID STATUS COMMISSION BEFORE NOW STAYS OPEN',
      expect.stringMatching(/^ ?\d+ P1 approved 600\.00 0\.00 600\.00 0\.00$/),
      expect.stringMatching(/^ ?\d+ P2 approved 400\.00 0\.00 300\.00 100\.00$/),
      '',
      'The invoice has Rs. 1,000.00: Rs. 100.00 of it stays open.',
      '',
      expect.stringMatching(/^Version [0-9a-f]{12}\.$/),
      '',
      'Nothing was done.',
      '',
    ])
    expect(await transfers()).toBe(before)
    const posted = await ops(`networks paid trackier ${name} ${FACTS} --invoice DD-7 --yes`)
    noteSettlement(posted.out)
    expect(await transfers()).toBe(before + 3)
    const again = await opsDone(`networks paid trackier ${name} ${FACTS} --yes`)
    expect(again).toContain(`Done: posts nothing: NEFT-0042 is settlement ${settlements[0]} already.\n`)
    const other = await ops(`networks paid trackier ${FACTS} --gst 0 --yes`)
    expect(other.code).toBe(1)
    expect(other.err).toContain(`NEFT-0042 is settlement ${settlements[0]}, with other facts.`)
    expect(await transfers()).toBe(before + 3)
    await changeSettings({ GST_RATE: 'unset' })
  })

  test('refuses an excess over the open amount, or books it as an advance for later sales', async () => {
    const facts = '--amount 400 --utr N2 --date yesterday --yes'
    const refused = await ops(`networks paid trackier ${facts}`)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('It settles Rs. 400.00 of commission, and Rs. 350.00 is open.')
    const kept = await ops(`networks paid trackier ${facts} --on-account`)
    expect(kept.out).toContain('Rs. 50.00 fits no sale and is an advance')
    const id = noteSettlement(kept.out)
    expect((await ops(`networks allocate ${id} --dry-run`)).out).toContain(
      'Settles sales with Rs. 0.00 of the advance of Rs. 50.00.',
    )
    const before = await transfers()
    const reverse = `networks reverse ${id} --reason`
    const unsure = await ops(reverse, 'Of another network')
    expect(unsure).toMatchObject({ code: 1, out: 'Takes back the payment N2 of trackier, Rs. 400.00.\n' })
    expect(unsure.err).toContain('Nothing was done: there is no terminal to confirm it.')
    expect(await transfers()).toBe(before)
    const reversed = await ops(reverse, 'Of another network', '--yes')
    expect(reversed.out).toContain('Done: takes back the payment N2 of trackier, Rs. 400.00.\n')
    noteSettlement(reversed.out)
    expect((await ops(`${reverse} x --yes`)).err).toBe(`Settlement ${id} is reversed already.\n`)
    expect((await ops(`networks allocate ${id}`)).err).toContain(`Settlement ${id} has no advance`)
    expect((await ops('networks allocate 99')).err).toContain('There is no settlement 99.')
  })

  test.each([
    ['--amount ten', 'It must be rupees such as 123.45.'],
    ['--amount -5', 'It must be rupees such as 123.45.'],
    ['--date 2199-01-01', 'It must be a day that has begun'],
    ['--utr ..', 'It must have letters or digits'],
    ['--invoiced-on today', '--invoiced-on needs --invoice.'],
    ['--columns who=me', 'the names are id, order, amount, commission'],
  ])('refuses the mistyped options %s', async (options, message) => {
    const answer = await ops(`networks paid trackier ${FACTS} ${options}`)
    expect(answer.code).toBe(2)
    expect(answer.err).toContain(message)
  })
})

test('networks write-off previews and posts; without sales it is refused', async () => {
  expect(await ops('networks write-off trackier --reason x')).toMatchObject({ code: 2 })
  const command = 'networks write-off trackier --reason "Disputed since March"'
  const all = `${command} --from 2026-01-01`
  // P2 and P3: 100 and 250 are open.
  const shown = (await ops(`${all} --dry-run`)).out
  expect(shown).toMatch(/^Writes off Rs\. 350\.00 that trackier owes\.\n[^]*\nNothing was done\.\n$/)
  const { sales } = await opsJson(`${all} --dry-run`)
  const p3 = sales.find((one: { external_id: string }) => one.external_id === 'P3').sale
  const posted = await ops(`${command} --sale ${p3} --yes`)
  expect(posted.out).toContain('Done: writes off Rs. 250.00 that trackier owes.')
  noteSettlement(posted.out)
  expect((await ops('networks write-off awin --from 2024-01-01 --reason x')).code).toBe(1)
})

test('networks owed, open-sales and payments show open amounts and settlements', async () => {
  const { out } = await ops('networks owed')
  expect(plain(out)).toContain('trackier 1 100.00 0.00 0.00 0.00 100.00 0.00')
  expect(plain((await ops('networks open-sales trackier')).out)).toMatch(
    /\d+ P2 approved .* 400\.00 300\.00 100\.00/,
  )
  expect((await ops('networks open-sales trackier --csv')).out).toMatch(/\r\n\d+,P2,approved,.*,100\.00\r\n$/)
  expect(await opsJson('networks owed')).toEqual([
    expect.objectContaining({ network: 'trackier', open: '100.00', up_to_30_days: '100.00' }),
  ])
  const list = plain((await ops('networks payments --network trackier')).out)
  const [paid, kept, reversal] = settlements
  expect(list).toContain(`${paid} trackier payment 2024-11-20 NEFT-0042 DD-7 1,044.00 18.00 162.00 900.00 2`)
  expect(list).toContain(`${reversal} trackier reversal of ${kept}`)
  expect(list).toContain(`reversed by ${reversal}`)
  expect(list).toContain('Disputed since March')
  expect((await ops('networks payments --to 2024-11-19')).out).toBe('No settlement matches.\n')
  const journal = await ops(`books journal --settlement ${paid!}`)
  expect(plain(journal.out)).toContain(`settlement:${paid}:tds tds tds_receivable network_receivable 18.00`)
  expect(await findDefects()).toEqual([])
})

test('conversions show has the settlements of a sale', async () => {
  const [row] = await db.execute<{ id: string }>(sql`SELECT id FROM conversions WHERE external_id = 'P2'`)
  const { out } = await ops(`conversions show ${row!.id}`)
  const [paid, , reversal] = settlements
  expect(plain(out)).toMatch(new RegExp(`^ ?${paid} payment 2024-11-20 NEFT-0042 Rs\\. 300\\.00$`, 'm'))
  expect(plain(out)).toMatch(new RegExp(`^ ?${reversal} reversal .* Rs\\. -100\\.00$`, 'm'))
  const { settled } = await opsJson(`conversions show ${row!.id}`)
  expect(settled[0]).toMatchObject({ settlement: Number(paid), kind: 'payment', amount: '300.00' })
})
