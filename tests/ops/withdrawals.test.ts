import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { raiseSignal } from '~/signals/signals.server'
import { listNotifications } from '../support/notifications'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { readWallet } from '~/wallet/wallet.server'
import { startRazorpayX } from '../support/payout-providers'
import { findReference } from '../wallet/payout-support'
import { memberInDebt, memberWith, makeUpi } from '../wallet/support'
import { file, ops, opsProcess } from './support'

let member: number
let first: number
let second: number

const ask = async (amount: string) => {
  const answer = await requestWithdrawal(member, { amount, method: 'upi', request_key: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.withdrawal.id
}

beforeAll(async () => {
  member = await memberWith(2_00_000n)
  first = await ask('1250.50')
  second = await ask('300')
})

describe('withdrawals', () => {
  test('list says when no withdrawal has the given status', async () => {
    const { code, out } = await ops('withdrawals list --status paid')
    expect({ code, out }).toEqual({ code: 0, out: 'No withdrawal is paid.\n' })
  })

  test('list shows right-aligned amounts, times and the sum', async () => {
    const { code, out } = await ops('withdrawals list')
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^ID +STATUS +AMOUNT +MEMBER +TO +ASKED +UTR OR REASON$/)
    expect(lines[1]).toMatch(
      / requested +Rs\. 1,250\.50 .* upi \S{1,2}•••@okbank +\d+ \w{3} \d{4}, \d+:\d\d [ap]m$/,
    )
    expect(lines[2]).toMatch(/ requested +Rs\. 300\.00 /)
    expect(lines[1]!.indexOf('1,250.50') + 8).toBe(lines[2]!.indexOf('300.00') + 6)
    expect(lines[4]).toBe('2 withdrawals, Rs. 1,550.50')
  })

  test('paid is refused before approval', async () => {
    const { code, err } = await ops(`withdrawals paid ${first} --utr UTR1 --yes`)
    expect(code).toBe(1)
    expect(err).toBe(`Withdrawal ${first} is requested: it cannot be marked as paid. Approve it first.\n`)
  })

  test('paid needs --yes in a script', async () => {
    const { code, out, err } = await ops(`withdrawals paid ${first} --utr UTR1`)
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `Note Rs. 1,250.50 as paid to member ${member}? There is no terminal to confirm it: pass --yes.\n`,
    })
  })

  test('approve shows where to pay, and paid stores the UTR', async () => {
    const approved = await ops(`withdrawals approve ${first} --show`)
    expect(approved.code).toBe(0)
    expect(approved.out).toContain(`Pay Rs. 1,250.50 to:\n  UPI ID: ${makeUpi(member)}\n`)
    const paid = await ops(`withdrawals paid ${first} --utr 432198765012 --yes`)
    expect(paid).toEqual({
      code: 0,
      out: `Withdrawal ${first} is paid: Rs. 1,250.50, UTR 432198765012.\n`,
      err: '',
    })
    const list = JSON.parse((await ops('withdrawals list --status paid --json')).out)
    expect(list).toMatchObject([
      { id: first, status: 'paid', amount: '1250.50', user_id: member, utr: '432198765012', reason: null },
    ])
  })

  test('paid with the same UTR again is a repeat; another UTR is refused', async () => {
    expect((await ops(`withdrawals paid ${first} --utr 432198765012 --yes`)).code).toBe(0)
    const other = await ops(`withdrawals paid ${first} --utr 4321 --yes`)
    expect(other.code).toBe(1)
    expect(other.err).toContain('is paid: it cannot be marked as paid.')
  })

  test('paid refuses the UTR of another withdrawal, by command and by file', async () => {
    await ops(`withdrawals approve ${second}`)
    const byHand = await ops(`withdrawals paid ${second} --utr 432198765012 --yes`)
    expect({ code: byHand.code, err: byHand.err }).toEqual({
      code: 1,
      err: `Withdrawal ${second} cannot have this UTR: it is that of withdrawal ${first}, and each payment has its own. Look it up at the bank; where ${first} has a mistyped one, \`withdrawals correct-utr ${first}\` corrects that.\n`,
    })
    const answer = file('used.csv', `withdrawal,utr\n${second},432198765012\n`)
    for (const yes of ['', ' --yes']) {
      const { code, out } = await ops(`withdrawals import ${answer}${yes}`)
      expect(code).toBe(1)
      expect(out).toMatch(new RegExp(` withdrawal ${first} has this UTR$`, 'm'))
    }
    expect((await ops(`withdrawals list --status paid`)).out).toContain('1 withdrawal, Rs. 1,250.50')
  })

  test('correct-utr needs a reason, which show prints', async () => {
    const { code, out } = await ops(
      `withdrawals correct-utr ${first} --utr 432198765013 --reason "The last digit" --yes`,
    )
    expect({ code, out }).toEqual({
      code: 0,
      out: `Withdrawal ${first} has the UTR 432198765013; member ${member} is told.\n`,
    })
    const shown = await ops(`withdrawals show ${first}`)
    expect(shown.out).toMatch(/ paid +432198765012\n.* UTR corrected +432198765013: The last digit\n/)
    expect((await ops('withdrawals list --status paid')).out).toMatch(/ 432198765013$/m)
    const early = await ops(`withdrawals correct-utr ${second} --utr X1234 --reason Typo --yes`)
    expect(early.err).toBe(`Withdrawal ${second} is processing: it cannot be given another UTR.\n`)
    expect((await ops(`withdrawals correct-utr ${first} --utr X1234`)).code).toBe(2)
  })

  test('fail returns the money and stores the reason', async () => {
    expect((await readWallet(member)).available).toBe(44_950n)
    await ops(`withdrawals approve ${second}`)
    const { code, out } = await ops(`withdrawals fail ${second} --reason "The bank is closed" --yes`)
    expect({ code, out }).toEqual({
      code: 0,
      out: `Withdrawal ${second} has failed: Rs. 300.00 is back in the wallet.\n`,
    })
    expect((await readWallet(member)).available).toBe(74_950n)
    expect((await ops('withdrawals list --status refunded')).out).toContain('The bank is closed')
  })

  test('refuse returns the money of a request, with a reason for the member', async () => {
    const asked = await ask('100.50')
    const fail = await ops(`withdrawals fail ${asked} --reason "Not yours" --yes`)
    expect(fail.err).toBe(
      `Withdrawal ${asked} is requested: it cannot be failed. \`withdrawals refuse\` gives it back.\n`,
    )
    const unasked = await ops(`withdrawals refuse ${asked} --reason "Not yours"`)
    expect(unasked.err).toContain(`Refuse member ${member} the withdrawal of Rs. 100.50?`)
    expect((await readWallet(member)).available).toBe(64_900n)
    const { code, out } = await ops(`withdrawals refuse ${asked} --reason "The account is not yours." --yes`)
    expect({ code, out }).toEqual({
      code: 0,
      out: `Withdrawal ${asked} is refused: Rs. 100.50 went back to the wallet.\n`,
    })
    expect((await readWallet(member)).available).toBe(74_950n)
    expect((await listNotifications(member))[0]).toMatchObject({
      title: 'Withdrawal refused',
      body: 'Rs. 100.50 went back to your wallet. Reason: The account is not yours.',
    })
    const shown = (await ops(`withdrawals show ${asked}`)).out
    expect(shown.match(/cancelled .*The account is not yours$/gm)).toHaveLength(2)
    expect((await ops(`withdrawals refuse ${asked} --reason "The account is not yours" --yes`)).code).toBe(0)
    expect((await ops(`withdrawals approve ${asked}`)).err).toBe(
      `Withdrawal ${asked} is cancelled: it cannot be approved.\n`,
    )
  })

  test('refuse does not change a withdrawal in processing', async () => {
    const approved = await ask('10')
    await ops(`withdrawals approve ${approved}`)
    const { code, err } = await ops(`withdrawals refuse ${approved} --reason "Too late" --yes`)
    expect({ code, err }).toEqual({
      code: 1,
      err: `Withdrawal ${approved} is processing: it cannot be refused. \`withdrawals fail\` gives it back.\n`,
    })
    await ops(`withdrawals fail ${approved} --reason "Too late" --yes`)
    expect((await readWallet(member)).available).toBe(74_950n)
  })

  test('approve prints each result, and is logged as partly done when one was refused', async () => {
    const [good, gone] = [await ask('10'), await ask('20')]
    await ops(`withdrawals refuse ${gone} --reason "Asked twice" --yes`)
    const { code, out, err } = await ops(`withdrawals approve ${good} ${gone}`)
    expect({ code, err }).toEqual({
      code: 1,
      err: `Withdrawal ${gone} is cancelled: it cannot be approved.\n`,
    })
    expect(out).toContain(`Withdrawal ${good} is being processed: Rs. 10.00 to upi `)
    const [noted] = JSON.parse((await ops('log --limit 1 --json')).out)
    expect(noted).toMatchObject({ command: `withdrawals approve ${good} ${gone}`, outcome: 'partly' })
    const json = await ops(`withdrawals approve ${gone} ${good} --json --show`)
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject([
      { id: gone, refused: `Withdrawal ${gone} is cancelled: it cannot be approved.` },
      { id: good, status: 'processing', destination: { upi: makeUpi(member) } },
    ])
    await ops(`withdrawals fail ${good} --reason "A test" --yes`)
  })

  test('approve processes the others when one id is unknown', async () => {
    const good = await ask('10')
    const { code, out, err } = await ops(`withdrawals approve 9999 ${good}`)
    expect({ code, err }).toEqual({
      code: 1,
      err: 'There is no withdrawal 9999. `withdrawals list` shows them.\n',
    })
    expect(out).toContain(`Withdrawal ${good} is being processed: Rs. 10.00 to upi `)
    await ops(`withdrawals fail ${good} --reason "A test" --yes`)
  })

  test('approve and the lists show a member’s debt, and --despite-debt needs a reason, which is stored', async () => {
    const { userId, withdrawal } = await memberInDebt(4_500_00n)
    const owes = `${withdrawal}: member ${userId} owes us Rs. 4,500.00.\n`
    expect((await ops('withdrawals list --status requested')).out).toContain(owes)
    expect((await ops(`withdrawals show ${withdrawal}`)).out).toContain(owes)
    const refused = await ops(`withdrawals approve ${withdrawal}`)
    expect(refused).toEqual({
      code: 1,
      out: '',
      err:
        `Withdrawal ${withdrawal}: member ${userId} owes us Rs. 4,500.00. \`withdrawals refuse ${withdrawal}\` repays the debt ` +
        `from it; --despite-debt "why" overrides this.\n`,
    })
    expect((await ops('withdrawals export --approve --show --yes')).err).toContain(
      'Nothing waits for the bank.',
    )
    const approved = await ops(`withdrawals approve ${withdrawal} --despite-debt "The store pays it back"`)
    expect(approved.out).toContain(`Withdrawal ${withdrawal} is being processed: Rs. 4,500.00 to upi `)
    expect((await ops(`withdrawals show ${withdrawal}`)).out).toContain(
      'Approved although its member owed us: The store pays it back\n',
    )
    const [noted] = JSON.parse((await ops('log --limit 1 --json')).out)
    expect(noted.command).toBe(`withdrawals approve ${withdrawal} --despite-debt "The store pays it back"`)
    expect(JSON.parse((await ops(`withdrawals show ${withdrawal} --json`)).out)).toMatchObject({
      member_owes: '4500.00',
      on_hold_until: null,
      despite_debt: 'The store pays it back',
    })
    await ops(`withdrawals fail ${withdrawal} --reason "A test" --yes`)
  })

  test('each command refuses an unknown withdrawal', async () => {
    for (const command of [
      'approve 99',
      'refuse 99 --reason X',
      'ask 99',
      'paid 99 --utr X123',
      'fail 99 --reason X',
      'correct-utr 99 --utr X123 --reason X',
    ]) {
      const { code, err } = await ops(`withdrawals ${command}`)
      expect({ code, err }).toEqual({
        code: 1,
        err: 'There is no withdrawal 99. `withdrawals list` shows them.\n',
      })
    }
  })

  test('ask queries the provider and shows the status', async () => {
    const bank = await startRazorpayX()
    try {
      const env = { ...bank.env, PAYOUT_PROVIDER: 'razorpayx' }
      const third = await ask('20')
      expect((await opsProcess(`withdrawals ask ${third}`, { env })).err).toBe(
        `Withdrawal ${third} is with no provider, or the worker is asking just now.\n`,
      )
      await opsProcess(`withdrawals approve ${third} --yes`, { env })
      expect((await opsProcess(`withdrawals ask ${third}`, { env })).out).toContain(' processing  Rs. 20.00 ')
      bank.settle(await findReference(third), 'paid', { utr: 'UTR20' })
      const { code, out } = await opsProcess(`withdrawals ask ${third} --json`, { env })
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ id: third, status: 'paid', utr: 'UTR20' })
    } finally {
      await bank.close()
    }
  })
})

describe('a withdrawal of a member with an open signal of fraud', () => {
  const suspect = async () => {
    const userId = await memberWith(1_000_00n)
    await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'same-destination', facts: `signal ${userId}`, members: [userId] }),
    )
    const answer = await requestWithdrawal(userId, { amount: '20', method: 'upi', request_key: randomUUID() })
    if (!answer.ok) throw new Error(answer.reason)
    return { userId, id: answer.withdrawal.id }
  }
  const refusal = ({ userId, id }: { userId: number; id: number }) =>
    `Withdrawal ${id}: member ${userId} has an open signal of fraud. \`signals list --member ${userId}\` shows it; --despite-signal "why" overrides this.\n`

  test('is approved only with a reason, which is stored', async () => {
    const [one, other] = [await suspect(), await suspect()]
    const good = await ask('10')
    const answer = await ops(`withdrawals approve ${one.id} ${other.id} ${good}`)
    expect(answer).toMatchObject({ code: 1, err: refusal(one) + refusal(other) })
    expect(answer.out).toContain(`Withdrawal ${good} is being processed`)
    const approved = await ops(`withdrawals approve ${one.id} --despite-signal "Husband and wife"`)
    expect(approved).toMatchObject({ code: 0, err: '' })
    expect((await ops(`withdrawals show ${one.id}`)).out).toContain(
      'Approved despite an open signal of fraud: Husband and wife\n',
    )
    expect(JSON.parse((await ops(`withdrawals show ${one.id} --json`)).out)).toMatchObject({
      despite_signal: 'Husband and wife',
      despite_debt: null,
    })
    for (const id of [one.id, good]) await ops(`withdrawals fail ${id} --reason "A test" --yes`)
    await ops(`withdrawals refuse ${other.id} --reason "A test" --yes`)
  })

  test('is excluded from a bank file and named once', async () => {
    const [asked, good] = [await suspect(), await ask('10')]
    const exported = await ops('withdrawals export --approve --show --yes')
    expect(exported).toMatchObject({ code: 1, err: refusal(asked) })
    expect(exported.out).toMatch(new RegExp(`^${good},`, 'm'))
    const late = await ask('11')
    await ops(`withdrawals approve ${late}`)
    await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'same-destination', facts: 'late', members: [member] }),
    )
    const again = await ops('withdrawals export --show --yes')
    expect(again).toMatchObject({ code: 1, err: `Left out: ${refusal({ userId: member, id: late })}` })
    const despite = await ops('withdrawals export --approve --despite-signal "All asked" --show --yes')
    expect(despite).toMatchObject({ code: 0, err: '' })
    for (const id of [asked.id, late]) expect(despite.out).toMatch(new RegExp(`^${id},`, 'm'))
    expect(JSON.parse((await ops(`withdrawals show ${asked.id} --json`)).out)).toMatchObject({
      despite_signal: 'All asked',
    })
  })
})
