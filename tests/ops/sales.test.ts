import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { rewrite } from '../support/rewrite'
import { click, member } from '../wallet/support'
import { opsProcess } from './process'
import { file, ops, opsDone, opsJson } from './support'

const available = async (id: number) => (await readWallet(id)).available

/** Returns the id of the postback. */
async function send(p1: string, more: Record<string, string> = {}): Promise<number> {
  const raw = { p1, conversion_id: randomUUID(), sale_amount: '1000', status: 'approved', ...more }
  await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
    throw error
  })
  const [row] = await db.select().from(postbackInbox).orderBy(desc(postbackInbox.id)).limit(1)
  return row!.id
}

/** The id of the postback's sale. */
const findSaleId = async (id: number) =>
  (await db.select().from(postbackInbox).where(eq(postbackInbox.id, id)))[0]!.conversion_id

describe('networks list', () => {
  test('shows how each network is authenticated, and never a secret', async () => {
    const env = {
      TUNE_SECRET: 'secret-of-tune-0001',
      TUNE_HMAC_KEY: 'key-of-tune-0000001',
      TUNE_CIDRS: '203.0.113.0/24',
    }
    const { code, out } = await opsProcess('networks list', { env })
    expect(code).toBe(0)
    expect(out).toMatch(/^NETWORK +STATE +SIGNATURE +SENDS FROM +LAST HEARD +QUARANTINED$/m)
    expect(out).toMatch(/^trackier +open +none +anywhere +never +0$/m)
    expect(out).toMatch(/^tune +open +header:X-Signature:sha256:hex +203\.0\.113\.0\/24 +never +0$/m)
    expect(out).toMatch(/^awin +closed: no secret +none /m)
    expect(out).not.toMatch(/secret-of|key-of|demo-trackier/)
    const rows = await opsJson('networks list')
    expect(rows.map((row: { network: string }) => row.network)).toEqual(NETWORK_NAMES)
  })
})

describe('postbacks', () => {
  test('an unknown click is listed, shown, and credited by replay once its cause is fixed', async () => {
    const user = await member()
    const p1 = await click(user)
    await rewrite(sql`UPDATE clicks SET network = 'tune' WHERE id = ${p1}`)
    const id = await send(p1)
    const list = await ops('postbacks list --state quarantined --reason unknown-click')
    expect(list.out).toMatch(/^ *ID +NETWORK +STATE +REASON +SALE +CAME +SENT$/m)
    expect(list.out).toMatch(new RegExp(`^ *${id} +trackier +quarantined +unknown-click +.* p1=${p1}&`, 'm'))
    const shown = await ops(`postbacks show ${id}`)
    for (const line of [
      `id +${id}`,
      'network +trackier',
      'method +GET',
      'state +quarantined',
      'reason +unknown-click',
    ])
      expect(shown.out).toMatch(new RegExp(`^${line}$`, 'm'))
    expect(shown.out).toMatch(new RegExp(`^p1 +${p1}$`, 'm'))

    expect((await ops(`postbacks replay ${id} --yes`)).out).toMatch(/quarantined +unknown-click/)
    await rewrite(sql`UPDATE clicks SET network = 'trackier' WHERE id = ${p1}`)
    const asked = await ops(`postbacks replay ${id}`)
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Pass --yes') })
    expect(asked.out).toMatch(new RegExp(`^ *${id} +trackier +applied `, 'm'))
    expect(await available(user)).toBe(0n)
    const replayed = await ops(`postbacks replay --reason unknown-click --network trackier --yes --json`)
    expect(replayed.code).toBe(0)
    expect(JSON.parse(replayed.out).postbacks).toContainEqual(
      expect.objectContaining({ id, state: 'applied', reason: null }),
    )
    expect((await opsJson(`postbacks show ${id}`)).raw).toContainEqual({
      name: 'p1',
      value: p1,
    })
    expect(await available(user)).toBe(50_00n)
    const again = await ops(`postbacks replay ${id}`)
    expect(again).toEqual({
      code: 1,
      out: '',
      err: `Postback ${id} is applied: there is nothing to do about it.\n`,
    })
    expect(await available(user)).toBe(50_00n)
  })

  test('a held postback is credited once when the operator accepts it', async () => {
    const user = await member()
    const p1 = await click(user)
    const conversion_id = randomUUID()
    await send(p1, { conversion_id, status: 'rejected' })
    const id = await send(p1, { conversion_id })
    expect(await available(user)).toBe(0n)
    const unanswered = await ops(`postbacks accept ${id} --reason "Checked with the network"`)
    expect(unanswered).toMatchObject({
      code: 1,
      err: 'Nothing was done: there is no terminal to confirm it. Pass --yes, or --dry-run to look.\n',
    })
    expect(unanswered.out).toContain(`Credits Rs. 50.00 to member ${user} for postback ${id}.\n`)
    expect(unanswered.out).toMatch(/^quarantined for +after-rejection$/m)
    expect(unanswered.out).toMatch(new RegExp(`^sale +${await findSaleId(id)}$`, 'm'))
    expect(unanswered.out).toMatch(/^it would credit in full +Rs\. 50\.00$/m)
    expect(await available(user)).toBe(0n)
    const accepted = await ops(`postbacks accept ${id} --reason "Checked with the network" --yes`)
    expect(accepted).toMatchObject({ code: 0, err: '' })
    expect(accepted.out).toContain(`Done: credits Rs. 50.00 to member ${user} for postback ${id}.\n`)
    expect(accepted.out).toMatch(/^state +resolved$/m)
    expect(await available(user)).toBe(50_00n)
    expect((await ops(`postbacks accept ${id} --reason again --yes`)).code).toBe(1)
    expect(await available(user)).toBe(50_00n)
    expect((await ops(`postbacks show ${id}`)).out).toMatch(
      /^resolved at +\d.*\nresolution +Checked with the network$/m,
    )
  })

  test('a postback above a limit is shown with the reasons and credited in full, capped or by amount', async () => {
    const user = await member()
    const p1 = await click(user, { payout_hundredths: 9_000n, cap_paise: 20_000_00n })
    const conversion_id = `SHOWN-${p1}`
    const id = await send(p1, { conversion_id, sale_amount: '50000', payout: '0.01' })
    const { out } = await ops(`postbacks show ${id}`)
    expect(out).toMatch(/^state +quarantined\nreason +over-sale-limit$/m)
    expect(out).toMatch(new RegExp(`^member +${user}$`, 'm'))
    expect(out).toMatch(/^offer +Deal \d+ of Shop \d+\noffer’s number +\d+$/m)
    expect(out).toMatch(/^rate +90\.00%\ncap a sale +Rs\. 20,000\.00$/m)
    expect(out).toMatch(/^it says +approved\nits sale +Rs\. 50,000\.00\nits commission +Rs\. 0\.01$/m)
    expect(out).toMatch(/^it would credit in full +Rs\. 45,000\.00\nup to the cap +Rs\. 20,000\.00$/m)
    expect(out).not.toContain('Newer')

    const accept = (number: number, more: string) =>
      ops(`postbacks accept ${number} --reason "Checked with the network" ${more} --yes`)
    expect((await accept(id, '--up-to-cap --amount 5')).code).toBe(2)
    expect((await accept(id, '--amount none')).err).toContain('It must be rupees such as 123.45.')
    expect((await accept(id, '--up-to-cap')).code).toBe(0)
    expect(await available(user)).toBe(20_000_00n)

    const so = await send(p1, { conversion_id: `${conversion_id}-2`, sale_amount: '50000' })
    expect((await accept(so, '--amount 123.45')).code).toBe(0)
    expect(await available(user)).toBe(20_123_45n)
    // A repeated report does not change the accepted amount.
    await send(p1, { conversion_id: `${conversion_id}-2`, sale_amount: '50000' })
    expect(await available(user)).toBe(20_123_45n)
    const whole = await send(p1, { conversion_id: `${conversion_id}-3`, sale_amount: '30000' })
    expect((await accept(whole, '')).code).toBe(0)
    expect(await available(user)).toBe(47_123_45n)
  })

  test('a postback superseded by a later report shows that report and cannot be accepted', async () => {
    const user = await member()
    const p1 = await click(user)
    const conversion_id = `LATER-${p1}`
    const id = await send(p1, { conversion_id, sale_amount: '300000' })
    const later = await send(p1, { conversion_id, sale_amount: '400000' })
    expect((await ops(`postbacks show ${id}`)).out).toMatch(
      new RegExp(`^Newer reports of the sale:\n *ID +REPORT +STATE\n *${later} +approved +quarantined$`, 'm'),
    )
    const last = await send(p1, { conversion_id, sale_amount: '1000' })
    expect(await opsJson(`postbacks show ${id}`)).toMatchObject({
      state: 'superseded',
      user_id: user,
      in_full: '15000.00',
      newer: [
        { id: later, state: 'superseded' },
        { id: last, state: 'applied' },
      ],
    })
    const refused = await ops(`postbacks accept ${id} --reason please --yes`)
    expect(refused).toMatchObject({
      code: 1,
      err: `Postback ${id} is superseded: there is nothing to do about it.\n`,
    })
    expect(await available(user)).toBe(50_00n)
  })

  test('an approval after a rejection can be accepted', async () => {
    const user = await member()
    const p1 = await click(user)
    const conversion_id = randomUUID()
    await send(p1, { conversion_id })
    await send(p1, { conversion_id, status: 'rejected' })
    const id = await send(p1, { conversion_id })
    expect(await available(user)).toBe(0n)
    expect((await ops(`postbacks accept ${id} --reason "It was a mistake" --yes --json`)).code).toBe(0)
    expect(await available(user)).toBe(50_00n)
    // Later reports treat it like any approved sale.
    await send(p1, { conversion_id, status: 'rejected' })
    expect(await available(user)).toBe(0n)
  })

  test('a postback that cannot be accepted is dismissed and leaves the list', async () => {
    const id = await send('nobody')
    const refused = await ops(`postbacks accept ${id} --reason please --yes`)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(`Postback ${id} cannot be accepted: only what is above a limit`)
    const dismissed = await ops(`postbacks dismiss ${id} --reason "A test of the network"`)
    expect(dismissed).toMatchObject({ code: 0, err: '' })
    expect(dismissed.out).toContain(`Done: does nothing about postback ${id}`)
    expect((await ops('postbacks list --state quarantined')).out).not.toContain('p1=nobody')
    const resolved = await opsJson('postbacks list --state resolved')
    expect(resolved).toContainEqual(
      expect.objectContaining({ id, state: 'resolved', resolution: 'A test of the network' }),
    )
  })

  test.each([
    ['postbacks show 99999', 1, 'There is no postback 99999.'],
    ['postbacks replay 99999', 1, 'There is no postback 99999.'],
    ['postbacks accept 99999 --reason a', 1, 'There is no postback 99999.'],
    ['postbacks dismiss 99999 --reason a', 1, 'There is no postback 99999.'],
    ['postbacks accept 1', 2, "required option '--reason <text>' not specified"],
    ['postbacks dismiss 1', 2, "required option '--reason <text>' not specified"],
    ['postbacks accept 1 --reason a --new-sale --sale 2', 2, '--new-sale excludes --sale'],
    ['postbacks replay 1 --network trackier', 2, '<ids> excludes --network'],
    ['postbacks list --state lost', 2, 'It must be one of open, applied'],
    ['postbacks list --network nobody', 2, 'It must be one of trackier, tune'],
    ['conversions show 99999', 1, 'There is no sale 99999.'],
    ['conversions reconcile nobody x.csv', 2, 'It must be one of trackier, tune'],
    ['conversions reconcile awin no-such-file.csv', 1, 'There is no file no-such-file.csv'],
  ])('%s exits with %i', async (command, code, words) => {
    const answer = await ops(command)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(words)
  })
})

describe('conversions', () => {
  test('list and show have the sale, its click, its money and its postbacks', async () => {
    const friend = await member()
    const user = await member(friend)
    const p1 = await click(user)
    const conversion_id = 'THEIRS-1'
    await send(p1, { conversion_id, status: 'pending' })
    await send(p1, { conversion_id })
    const { out } = await ops(`conversions list --member ${user}`)
    expect(out).toMatch(
      /^ *ID +NETWORK +THEIR ID +STATUS +ONLY BY A FILE +SALE +CASHBACK +MEMBER +STORE +CAME$/m,
    )
    expect(out).toMatch(
      new RegExp(`trackier +THEIRS-1 +approved +Rs\\. 1,000\\.00 +Rs\\. 50\\.00 +${user} +Shop \\d+ `),
    )
    expect(out).toContain('\n\n1 sale\n')
    const [sale] = await opsJson(`conversions list --member ${user}`)
    expect(sale).toMatchObject({ sale: '1000.00', granted: '50.00', referral: '10.00', click_id: p1 })
    const shown = await ops(`conversions show ${sale.id}`)
    expect(shown.out).toMatch(/^cashback +Rs\. 50\.00 +cashback_expense of 0 +user_available of \d+ /m)
    expect(shown.out).toMatch(new RegExp(`^referral +Rs\\. 10\\.00 .* user_available of ${friend} `, 'm'))
    expect(shown.out).toMatch(/^ *\d+ +applied +/m)
    expect(shown.out).toMatch(new RegExp(`^referred by +${friend}$`, 'm'))
    expect((await opsJson(`conversions show ${sale.id}`)).postbacks).toHaveLength(2)
  })

  test('reconcile previews, and applies with --yes', async () => {
    const user = await member()
    const [known, missed] = [await click(user), await click(user)]
    await send(known, { conversion_id: 'CSV-1' })
    const report = file(
      'trackier.csv',
      [
        'p1,conversion_id,sale_amount,status',
        `${known},CSV-1,1000,rejected`,
        `${missed},CSV-2,"2,000.00",approved`,
        'nobody,CSV-3,5,approved',
      ].join('\n'),
    )
    expect(await ops(`conversions reconcile trackier ${report}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Pass --yes'),
    })
    const dry = await opsDone(`conversions reconcile trackier ${report} --dry-run`)
    expect(dry).toMatch(/^LINE +THEIR ID +MEMBER +NOW +CASHBACK +BECOMES +CASHBACK +WHY$/m)
    expect(dry).toMatch(
      new RegExp(
        `^ +2 +CSV-1 +${user} +approved +Rs\\. 50\\.00 +reversed +Rs\\. 0\\.00 +the report says reversed$`,
        'm',
      ),
    )
    expect(dry).toMatch(
      new RegExp(`^ +3 +CSV-2 +${user} +none +Rs\\. 0\\.00 +approved +Rs\\. 100\\.00 +never heard of$`, 'm'),
    )
    expect(dry).toMatch(/^ +4 +CSV-3 .*quarantined: unknown-click$/m)
    expect(dry).toContain('Applies 2 of 3 rows of trackier: 0 known, 1 not to be taken, 0 failed.\n')
    expect(dry).toContain('\nNothing was done.\n')
    expect(await available(user)).toBe(50_00n)

    const done = await ops(`conversions reconcile trackier ${report} --yes --json`)
    expect(done.code).toBe(0)
    expect(JSON.parse(done.out)).toMatchObject({
      network: 'trackier',
      done: true,
      rows: [
        {
          line: 2,
          outcome: 'applied',
          from_state: 'approved',
          from_cashback: '50.00',
          to_state: 'reversed',
        },
        { line: 3, outcome: 'applied', to_state: 'approved', to_cashback: '100.00' },
        { line: 4, outcome: 'quarantined', reason: 'unknown-click' },
      ],
      count: 3,
      applied: 2,
    })
    expect(await available(user)).toBe(100_00n)
    const again = await ops(`conversions reconcile trackier ${report} --yes`)
    expect(again.out).toContain(
      'Done: applies 0 of 3 rows of trackier: 2 known, 1 not to be taken, 0 failed.\n',
    )
    const fromReport = await opsJson('postbacks list --state applied')
    expect(fromReport[0]).toMatchObject({
      method: 'CSV',
      raw: expect.stringContaining('"conversion_id":"CSV-2"'),
    })
  })

  test('reconcile exits with 1 for a file of another network', async () => {
    const report = file('other.csv', 'a,b\n1,2\n')
    const { code, err } = await ops(`conversions reconcile impact ${report} --yes`)
    expect(code).toBe(1)
    expect(err).toContain('The file has no column for click (SubId1).')
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
