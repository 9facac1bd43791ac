import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import type { NetworkName } from '~/platform/config/networks'
import { receivePostback } from '~/domain/tracking/inbox.server'
import { rewrite } from '../support/rewrite'
import { click, member } from '../wallet/support'
import { file as writeFile } from './files'
import { ops, opsDone, opsJson } from './support'

const file = (content: string) => writeFile('statement.csv', content)

async function send(id: string, more: Record<string, string>, network: NetworkName = 'trackier') {
  const user = await member()
  const p1 = await click(user, { network })
  const raw: Record<string, string> =
    network === 'trackier' ? { p1, txn_id: id, ...more } : { aff_click_id: p1, transaction_id: id, ...more }
  await receivePostback({ network, method: 'GET', raw }, (error) => {
    throw error
  })
}

const reports = async () => (await db.execute(sql`SELECT id FROM postback_inbox`)).length

beforeAll(async () => {
  const sale = { sale_amount: '1000', payout: '80', status: 'approved' }
  await send('SAME', sale)
  await send('PENDING', { ...sale, status: 'pending' })
  await send('AMOUNT', { ...sale, sale_amount: '500' })
  await send('COMMISSION', { ...sale, payout: '70' })
  await send('REVERSED', sale)
  await send('ALONE', sale)
  await send('EARLIER', sale)
  await send('REJECTED', { ...sale, status: 'rejected' })
  await send('UNPAID', { sale_amount: '1000', status: 'approved' })
  await send('V1', { ...sale, goal_id: '7' }, 'tune')
  await rewrite(
    sql`UPDATE conversions SET created_at = '2026-10-05 10:00+05:30' WHERE external_id <> 'EARLIER'`,
  )
  await rewrite(
    sql`UPDATE conversions SET created_at = '2026-09-30 23:59+05:30' WHERE external_id = 'EARLIER'`,
  )
})

const REPORT = `txn_id,sale_amount,payout,status
SAME,"1,000.00",80,approved
PENDING,1000,80,approved
AMOUNT,1000,80,approved
COMMISSION,1000,80,approved
REVERSED,1000,80,rejected
REJECTED,1000,80,cancelled
THEIRS,200,20,pending
BAD-STATE,200,20,extended
BAD-AMOUNT,200,1.234,pending
SAME,1000,80,approved
`
const OCTOBER = '--from 2026-10-01 --to 2026-10-31'

describe('networks statement with a report', () => {
  test('compares in both directions and changes nothing', async () => {
    const before = await reports()
    const { code, out } = await ops(`networks statement trackier ${file(REPORT)} ${OCTOBER}`)
    expect(code).toBe(1)
    const lines = out.split('\n').map((line) => line.replace(/ +/g, ' ').trim())
    expect(lines.map((line) => line.replace(/^(\d* ?\S+) \d+ (?=approved|pending)/, '$1 # '))).toEqual([
      'LINE THEIR ID SALE STATE THEIRS AMOUNT THEIRS COMMISSION THEIRS DIFFERS',
      '3 PENDING # pending approved 1,000.00 1,000.00 80.00 80.00 state',
      '4 AMOUNT # approved approved 500.00 1,000.00 80.00 80.00 amount',
      '5 COMMISSION # approved approved 1,000.00 1,000.00 70.00 80.00 commission',
      '6 REVERSED # approved rejected 1,000.00 1,000.00 80.00 80.00 state',
      '8 THEIRS pending 200.00 20.00 missing here',
      '9 BAD-STATE refused: ‘extended’ is no status of trackier',
      '10 BAD-AMOUNT refused: ‘1.234’ is no amount',
      '11 SAME refused: line 2 has the same id',
      expect.stringMatching(/^ALONE # approved 1,000\.00 80\.00 missing there$/),
      expect.stringMatching(/^UNPAID # approved 1,000\.00 missing there$/),
      '',
      'TOTAL SALES AMOUNT COMMISSION',
      // Our seven sales: six of 1,000 and one of 500, commission 5 x 80 and 70; UNPAID has none.
      'ours 7 6,500.00 470.00',
      // The network's five: four of 1,000 with 80, and one of 200 with 20.
      'theirs 5 4,200.00 340.00',
      '',
      '2 sales the same, 10 differences',
      '',
    ])
    expect(await reports()).toBe(before)
  })

  test('also lists older missing sales when no days are given', async () => {
    const { out } = await ops(`networks statement trackier ${file(REPORT)}`)
    expect(out).toMatch(/EARLIER +\d+ +approved .* missing there$/m)
  })

  test('has the same rows in JSON and in CSV', async () => {
    const name = file(REPORT)
    const json = await opsJson(`networks statement trackier ${name} ${OCTOBER}`)
    expect(json.differing).toHaveLength(10)
    expect(json.differing[2]).toMatchObject({
      line: 5,
      external_id: 'COMMISSION',
      commission: '70.00',
      their_commission: '80.00',
      differs: 'commission',
      reason: null,
    })
    expect(json.ours).toEqual({ sales: 7, amount: '6500.00', commission: '470.00' })
    const { out } = await ops(`networks statement trackier ${name} ${OCTOBER} --csv`)
    expect(out.split('\r\n')).toHaveLength(12)
    expect(out).toContain('\r\n10,BAD-AMOUNT,,,,,,,,refused,‘1.234’ is no amount\r\n')
  })
})

describe('networks statement with an invoice', () => {
  test('without statuses reports only approved sales with a commission as missing', async () => {
    const name = file(
      '\ufeffShare;Order\r\nRs. 80.00;SAME\r\n70;COMMISSION\r\n80;REVERSED\r\n80;AMOUNT\r\n80.00;PENDING\r\n',
    )
    const { code, out } = await ops(
      `networks statement trackier ${name} ${OCTOBER} --columns id=Order,commission=Share`,
    )
    expect(code).toBe(1)
    expect(out).toMatch(/^ *6 +PENDING +\d+ +pending .*80\.00 +80\.00 +state$/m)
    expect(out).toMatch(/ALONE .* missing there$/m)
    expect(out).not.toMatch(/UNPAID|COMMISSION +\d/)
    expect(out).toContain('4 sales the same, 2 differences')
  })

  test('exits with 0 if the invoice agrees', async () => {
    const name = file('transaction_id,goal_id,payout,status\nV1,7,80,approved\n')
    const { code, out } = await ops(`networks statement tune ${name} ${OCTOBER}`)
    expect(out).toContain('1 sale the same, 0 differences')
    expect(code).toBe(0)
  })

  test('accepts a deduction only for a sale that is reversed here', async () => {
    const name = file('txn_id,payout\nREJECTED,(80.00)\nSAME,-80\n')
    const { out } = await ops(`networks statement trackier ${name} --from 2026-12-01`)
    expect(out).not.toMatch(/^ *2 +REJECTED/m)
    expect(out).toMatch(/^ *3 +SAME .* state$/m)
  })
})

test.each([
  [
    'a,b\n1,2\n',
    1,
    'The file has no column for id (conversion_id, sale id, id) or order (txn_id) or click (p1).',
  ],
  ['', 1, 'The file is empty.'],
])('the file %j is refused', async (content, code, message) => {
  const answer = await ops(`networks statement trackier ${file(content)}`)
  expect(answer.code).toBe(code)
  expect(answer.err).toContain(message)
})

test('--columns may be given several times', async () => {
  const name = file('No,Share\nSAME,80\n')
  const out = await opsDone(
    `networks statement trackier ${name} --from 2026-12-01 --columns id=No --columns commission=Share`,
  )
  expect(out).toContain('1 sale the same, 0 differences')
})

test('an unknown name in --columns is refused', async () => {
  const answer = await ops(`networks statement trackier ${file('id\n')} --columns utr=X`)
  expect(answer.code).toBe(2)
})

test('conversions reconcile shows the id of a row that it cannot apply', async () => {
  const name = file('p1,txn_id,sale_amount,payout,status\n,RC-5,10,1,approved\nNOBODY,RC-6,10,1,extended\n')
  const { out } = await ops(`conversions reconcile trackier ${name} --dry-run`)
  expect(out).toMatch(/^ *2 +RC-5 .*quarantined: unknown-click$/m)
  expect(out).toMatch(/^ *3 +RC-6 .*quarantined: unknown-status$/m)
})
