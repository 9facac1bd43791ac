import { forgetOthers } from '../support/settings'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { changeSettings } from '../support/settings'
import { opsProcess } from './process'
import { file, ops, opsByTwo, opsDone, opsJson } from './support'

const row = (id: string, more: object = {}) => ({
  id,
  title: `Kettle ${id}`,
  brand: 'Ketli House',
  url: `https://ketli.example/${id}`,
  ...more,
})

const FEED = [
  row('k1', { payout: '8%' }),
  row('k2', { payout: '8%' }),
  row('k3', { payout: '500' }),
  row('k4', { payout: '3%', ends_at: '2025-01-31' }),
  { ...row('c1', { brand: 'Cup Corner' }), commission: '9%' },
  { ...row('c2', { brand: 'Cup Corner' }), commission: '9%', payout: '9%' },
]

beforeAll(async () => {
  await ops(`catalogue import ${file('rates.json', JSON.stringify(FEED))}`)
})

const payouts = async () => {
  const rows = await db.execute<{ id: string; payout: string }>(sql`
    SELECT c.external_id AS id, coalesce(b.payout_hundredths, c.payout_hundredths) AS payout
      FROM campaigns c JOIN brands b ON b.id = c.brand_id WHERE c.source = 'rates' ORDER BY 1`)
  return Object.fromEntries(rows.map(({ id, payout }) => [id, payout]))
}

/** Normalizes column widths and trailing spaces. */
const splitLines = (out: string) => out.split('\n').map((line) => line.replace(/ {2,}/g, '  ').trim())

describe('rates show', () => {
  test('has a row per store and rate, and marks rates that lose money', async () => {
    const out = await opsDone('rates show')
    expect(splitLines(out)).toEqual([
      'ID  STORE OR OFFER  OFFERS  PAYOUT  FROM  COMMISSION  SHARE  MARGIN  WITH REFERRER',
      'Cup Corner  1  0.00  9.00%  9.00%  9.00%',
      'Cup Corner  1  9.00%  feed  9.00%  0.00%  -1.80%  loss',
      'Ketli House  2  8.00%  feed',
      'Ketli House  1  Rs. 500.00  feed',
      '',
      '4 rates',
      '',
      'Warning: 1 offer at whose rate cashback plus referral exceeds the commission, when the member was referred.',
      '',
    ])
  })

  test('--store has a row for each offer that has not ended', async () => {
    const { out } = await ops('rates show --store "ketli house"')
    expect(out).toContain('Kettle k1')
    expect(out).not.toContain('Kettle k4')
    expect(out).toContain('3 rates')
  })

  test('--losing shows only losing rates, and --csv the same as CSV', async () => {
    const { out } = await ops('rates show --losing --csv')
    expect(out.split('\r\n')).toEqual([
      'store,coupon_code,id,title,offers,payout,source,commission,commission_of,share,share_of,margin,margin_with_referrer,margin_unit,loses',
      'Cup Corner,cup-corner,,,1,9.00%,feed,9.00%,feed,,,0.00,-1.80,%,yes',
      '',
    ])
  })

  test('reads CASHBACK_SHARE from the settings, not from the environment', async () => {
    await changeSettings({ CASHBACK_SHARE: '70' })
    const { out } = await opsProcess('rates show --store cup-corner --json', {
      env: { CASHBACK_SHARE: '80' },
    })
    await changeSettings({ CASHBACK_SHARE: 'unset' })
    expect(JSON.parse(out)[0]).toMatchObject({
      payout: '6.30%',
      source: 'commission',
      share: '70.00%',
      share_of: 'CASHBACK_SHARE',
      margin: '2.70',
      margin_with_referrer: '1.44',
      margin_unit: '%',
      loses: false,
    })
  })
})

const setStore = (store: string, options: string) => ops(`rates set-store "${store}" ${options}`)

describe('rates set-store and set-offer', () => {
  test('show the changes and do nothing in a dry run, or without --yes', async () => {
    const before = await payouts()
    const asked = await setStore('Ketli House', '--payout 6%')
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Pass --yes, or --dry-run') })
    const { code, out } = await setStore('Ketli House', '--payout 6% --dry-run')
    expect({ code, isSame: out.startsWith(asked.out) }).toEqual({ code: 0, isSame: true })
    expect(splitLines(out)).toEqual([
      'Sets payout 6.00% for Ketli House: the rate of 3 of 3 offers changes.',
      '',
      'OFFERS  PAYOUT  COMMISSION  MARGIN  WITH REFERRER',
      '2  8.00% -> 6.00%',
      '1  Rs. 500.00 -> 6.00%',
      '',
      'Clicks so far keep the rate they were promised; the new one is for clicks from now on.',
      '',
      expect.stringMatching(
        /^Now: payout default, commission default, share default; version [0-9a-f]{12}\.$/,
      ),
      '',
      'Nothing was done.',
      '',
    ])
    expect(await payouts()).toEqual(before)
  })

  test('shows the margin with and without a referrer, and warns of a loss', async () => {
    const { out } = await setStore('cup-corner', '--share 90% --commission 8% --dry-run')
    expect(splitLines(out)).toContain('1  0.00 -> 8.10%  9.00%  9.00% -> 0.90%  9.00% -> -0.72%')
    expect(out).toContain(
      '1 offer of them has a payout of the feed or one that was set, which takes precedence over commission x share.',
    )
    expect(out).toContain(
      'Warning: 2 offers at whose new rate cashback plus referral exceeds the commission.',
    )
  })

  test('explains why commission or share alone sets no payout', async () => {
    await ops(`catalogue import ${file('bare.json', JSON.stringify([row('b1', { brand: 'Bare Shop' })]))}`)
    const share = await setStore('Bare Shop', '--share 70% --dry-run')
    expect(share.out).toContain('the rate of 0 of 1 offer changes.')
    expect(share.out).toContain(
      '1 offer without a payout: a commission is missing (the store’s or the feed’s).',
    )
    const commission = await setStore('Bare Shop', '--commission 8% --dry-run')
    expect(commission.out).toContain('1 offer without a payout: a share is missing')
    const both = await setStore('Bare Shop', '--commission 8% --share 70% --dry-run')
    expect(both.out).toMatch(/0\.00 -> 5\.60%/)
    expect(both.out).not.toContain('missing')
  })

  test('with --yes sets the rate for future clicks, and default removes it', async () => {
    const { out } = await setStore('Ketli House', '--payout 6% --yes')
    expect(out).toMatch(/^Done: sets payout 6\.00% for Ketli House: the rate of 3 of 3 offers changes\.\n/)
    expect(await payouts()).toMatchObject({ k1: '600', k3: '600', c2: '900' })
    const shown = await ops('catalogue list --store "Ketli House" --json')
    expect(JSON.parse(shown.out).map(({ payout }: { payout: string }) => payout)).toContain('6.00%')
    await setStore('Ketli House', '--payout default --yes')
    expect(await payouts()).toMatchObject({ k1: '800', k3: '50000' })
  })

  test('sets the payout of one offer', async () => {
    const [{ id } = { id: '' }] = await db.execute<{ id: string }>(
      sql`SELECT id FROM campaigns WHERE external_id = 'k3'`,
    )
    const { out } = await ops(`rates set-offer ${id} --payout 7% --yes --json`)
    expect(JSON.parse(out)).toMatchObject({ done: true, offers: 1, changed: 1 })
    const shown = await ops('rates show --store "Ketli House"')
    expect(shown.out).toMatch(/Kettle k3 +1 +7\.00% +set for the offer/)
    await ops(`rates set-offer ${id} --payout default --yes`)
  })

  test('is recorded in the operator log', async () => {
    await ops('rates set-store cup-corner --share 50% --yes')
    const [line] = await db.execute(
      sql`SELECT command, outcome, result FROM operator_log ORDER BY id DESC LIMIT 1`,
    )
    expect(line).toEqual({
      command: 'rates set-store cup-corner --share 50%',
      outcome: 'done',
      result: {
        changed: [
          {
            subject: expect.stringMatching(/^store \d+$/),
            field: 'store_share_hundredths',
            before: null,
            after: '5000',
          },
        ],
      },
    })
    await setStore('cup-corner', '--share default --yes')
  })

  test.each([
    ['set-store Nobody --payout 6%', 1, 'There is no store Nobody'],
    ['set-offer nothing --payout 6%', 1, 'There is no such offer.'],
    ['set-store --payout 6%', 2, "missing required argument 'store'"],
    ['set-store cup-corner', 2, 'Give at least one of --payout, --commission, --share.'],
    ['set-store cup-corner 1 --payout 6%', 2, 'too many arguments'],
    ['set-offer 1 --payout 6% --share 70%', 2, "unknown option '--share'"],
    ['set-offer 1', 2, "required option '--payout <payout>' not specified"],
    ['set-store cup-corner --payout 101%', 2, 'a percentage such as 6%, or an amount in rupees such as 250'],
    ['set-store cup-corner --commission much', 2, 'or an amount in rupees such as 250, or default.'],
    ['set-store cup-corner --share 170%', 2, 'a percentage from 0% to 100% such as 70%'],
    ['set-store cup-corner --share 1.005%', 2, 'a percentage from 0% to 100% such as 70%'],
  ])('refuses %s', async (words, code, message) => {
    const answer = await ops('rates', ...words.split(' '))
    expect({ code: answer.code, out: answer.out }).toEqual({ code, out: '' })
    expect(answer.err).toContain(message)
  })
})

describe('catalogue import', () => {
  const feed = (payout: string, commission: string) =>
    file('lamps.json', JSON.stringify([row('l1', { brand: 'Lamp Lane', payout, commission }), row('l2')]))

  test('lists changed rates in the dry run and in the import, and warns of losses', async () => {
    await ops(`catalogue import "${feed('4%', '8%')}"`)
    const changed = feed('4.5%', '5%')
    for (const words of [['--dry-run'], []]) {
      const out = await opsDone(`catalogue import "${changed}"`, ...words)
      expect(splitLines(out)).toEqual(
        expect.arrayContaining([
          'Rates that change; clicks so far keep theirs:',
          'l1  Kettle l1  4.00% -> 4.50%  8.00% -> 5.00%  4.00% -> 0.50%  3.20% -> -0.40%',
          'Warning: 1 offer of this feed at whose rate cashback plus referral exceeds the commission:',
          'l1  Kettle l1  4.50%  feed  5.00%  0.50%  -0.40%  loss',
        ]),
      )
    }
    const { out } = await ops(`catalogue import "${changed}" --json`)
    expect(JSON.parse(out)).toMatchObject({ rates_changed: 0, rates_losing: 1, rate_losses: [{ id: 'l1' }] })
  })

  test('--payout for every row shows the changes, and needs --yes', async () => {
    await forgetOthers()
    const lamps = feed('4.5%', '5%')
    const asked = await ops(`catalogue import "${lamps}" --payout 3%`)
    expect(asked.code).toBe(1)
    expect(asked.out).toMatch(/^Imports lamps: new 0, changed 2, /)
    expect(asked.out).toMatch(/l1 +Kettle l1 +4\.50% -> 3\.00%/)
    expect(asked.out).toMatch(/l2 +Kettle l2 +0\.00 -> 3\.00%/)
    expect(asked.err).toContain('Nothing was done: there is no terminal to confirm it. Pass --yes')
    const rates = async () =>
      (await opsJson('catalogue list --source lamps')).map(({ payout }: { payout: string }) => payout)
    expect(await rates()).toEqual(['0.00', '4.50%'])
    const done = await opsByTwo(`catalogue import "${lamps}" --payout 3% --yes`)
    expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' })
    expect(await rates()).toEqual(['3.00%', '3.00%'])
    const dry = await ops(`catalogue import "${lamps}" --payout 2% --dry-run`)
    expect(dry.code).toBe(0)
  })
})
