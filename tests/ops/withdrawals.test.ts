import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { listNotifications } from '../support/notifications'
import { payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { startRazorpayX } from '../support/payout-providers'
import { findReference, requestAmount } from '../wallet/payout-support'
import { memberInDebt, memberWith, makeUpi } from '../wallet/support'
import { opsProcess } from './process'
import { untilBlocked } from '../support/locks'
import { file, ops, opsDone, opsJson } from './support'

/** Without a terminal, what moves money requires --yes. */
const NOBODY = 'Nothing was done: there is no terminal to confirm it. Pass --yes, or --dry-run to look.\n'

let member: number
let first: number
let second: number

const ask = (amount: string) => requestAmount(member, amount)

beforeAll(async () => {
  member = await memberWith(2_00_000n)
  first = await ask('1250.50')
  second = await ask('300')
})

describe('withdrawals', () => {
  test('list says when no withdrawal has the given status', async () => {
    const { code, out } = await ops('withdrawals list --status paid')
    expect({ code, out }).toEqual({ code: 0, out: 'No withdrawal matches.\n' })
  })

  test('list shows right-aligned amounts, times and the sum', async () => {
    const out = await opsDone('withdrawals list')
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^ID +STATUS +AMOUNT +MEMBER +TO +REQUESTED +UTR OR REASON$/)
    expect(lines[2]).toMatch(
      / requested +Rs\. 1,250\.50 .* upi \S{1,2}•••@okbank +\d+ \w{3} \d{4}, \d+:\d\d [ap]m$/,
    )
    expect(lines[1]).toMatch(/ requested +Rs\. 300\.00 /)
    expect(lines[2]!.indexOf('1,250.50') + 8).toBe(lines[1]!.indexOf('300.00') + 6)
    expect(lines[4]).toBe('2 withdrawals, Rs. 1,550.50')
  })

  test('paid is refused before approval', async () => {
    const { code, err } = await ops(`withdrawals paid ${first} --utr UTR100001 --yes`)
    expect(code).toBe(1)
    expect(err).toBe(
      `Withdrawal ${first} is requested: it cannot be marked as paid.\n  npm run ops -- withdrawals approve ${first}\n`,
    )
  })

  test('paid needs --yes in a script', async () => {
    const id = await ask('10')
    await ops(`withdrawals approve ${id} --yes`)
    const { code, out, err } = await ops(`withdrawals paid ${id} --utr UTR100001`)
    expect({ code, err }).toEqual({ code: 1, err: NOBODY })
    expect(out).toContain(`Notes Rs. 10.00 of member ${member} as paid, UTR UTR100001.\n`)
    const dry = await ops(`withdrawals paid ${id} --utr UTR100001 --dry-run`)
    expect(dry).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Nothing was done.\n') })
    expect((await ops('withdrawals list --status paid')).out).toBe('No withdrawal matches.\n')
    await ops(`withdrawals fail ${id} --reason "A test" --yes`)
  })

  test('approve shows where to pay, and paid stores the UTR', async () => {
    const approved = await opsDone(`withdrawals approve ${first} --show --yes`)
    expect(approved).toMatch(
      new RegExp(
        `^Pay Rs\\. 1,250\\.50 of withdrawal ${first} to:\nWHAT +VALUE\nUPI ID +${makeUpi(member)}$`,
        'm',
      ),
    )
    const paid = await ops(`withdrawals paid ${first} --utr 432198765012 --yes`)
    expect(paid).toMatchObject({ code: 0, err: '' })
    expect(paid.out).toContain(`Done: notes Rs. 1,250.50 of member ${member} as paid, UTR 432198765012.\n`)
    const list = await opsJson('withdrawals list --status paid')
    expect(list).toMatchObject([
      { id: first, status: 'paid', amount: '1250.50', user_id: member, utr: '432198765012', reason: null },
    ])
  })

  test('paid with the same UTR again is a repeat; another UTR is refused', async () => {
    expect((await ops(`withdrawals paid ${first} --utr 432198765012 --yes`)).code).toBe(0)
    const other = await ops(`withdrawals paid ${first} --utr 432100 --yes`)
    expect(other.code).toBe(1)
    expect(other.err).toContain('is paid: it cannot be marked as paid.')
  })

  test('paid refuses the UTR of another withdrawal, by command and by file', async () => {
    await ops(`withdrawals approve ${second} --yes`)
    const byHand = await ops(`withdrawals paid ${second} --utr 432198765012 --yes`)
    expect({ code: byHand.code, err: byHand.err }).toEqual({
      code: 1,
      err: `Withdrawal ${second} cannot have this UTR: withdrawal ${first} has it, and each payment has its own. Look it up at the bank; where ${first} has a mistyped one, correct that (--utr).\n  npm run ops -- withdrawals correct-utr ${first} --utr <utr> --reason <text>\n`,
    })
    const answer = file('used.csv', `withdrawal,utr\n${second},432198765012\n`)
    for (const how of ['', ' --dry-run', ' --yes']) {
      const { code, out } = await ops(`withdrawals import ${answer}${how}`)
      expect(code).toBe(1)
      expect(out).toMatch(new RegExp(` withdrawal ${first} has this UTR$`, 'm'))
    }
    expect((await ops(`withdrawals list --status paid`)).out).toContain('1 withdrawal, Rs. 1,250.50')
  })

  test.each(['paid', 'import'])(
    '%s refuses a UTR that another withdrawal takes at the same time',
    async (by) => {
      const [one, other] = [await ask('10'), await ask('11')]
      await ops(`withdrawals approve ${one} ${other} --yes`)
      const answer = file(`race-${by}.csv`, `withdrawal,utr\n${other},RACE00000${one}\n`)
      const command = by === 'paid' ? `paid ${other} --utr RACE00000${one}` : `import ${answer}`
      let running: ReturnType<typeof ops> | undefined
      await db.transaction(async (tx) => {
        await payWithdrawal(one, `RACE00000${one}`, {}, tx)
        running = ops(`withdrawals ${command} --yes`)
        await untilBlocked()
      })
      const { code, out, err } = await running!
      expect(code).toBe(1)
      expect(out + err).toContain(`Withdrawal ${other} cannot have this UTR: withdrawal ${one} has it`)
      await ops(`withdrawals fail ${other} --reason "A test" --yes`)
      await ops(`withdrawals returned ${one} --reason "A test" --yes`)
    },
  )

  test('correct-utr needs a reason, which show prints', async () => {
    const out = await opsDone(
      `withdrawals correct-utr ${first} --utr 432198765013 --reason "The last digit" --yes`,
    )
    expect(out).toContain(
      `Done: gives withdrawal ${first} the UTR 432198765013 instead of 432198765012; member ${member} is notified.\n`,
    )
    const shown = await ops(`withdrawals show ${first}`)
    expect(shown.out).toMatch(/ paid +432198765012\n.* UTR corrected +432198765013: The last digit\n/)
    expect((await ops('withdrawals list --status paid')).out).toMatch(/ 432198765013$/m)
    const early = await ops(`withdrawals correct-utr ${second} --utr X123456 --reason Typo --yes`)
    expect(early.err).toBe(`Withdrawal ${second} is processing: it cannot be given another UTR.\n`)
    expect((await ops(`withdrawals correct-utr ${first} --utr X123456`)).code).toBe(2)
  })

  test('fail returns the money and stores the reason', async () => {
    expect((await readWallet(member)).available).toBe(44_950n)
    await ops(`withdrawals approve ${second} --yes`)
    const out = await opsDone(`withdrawals fail ${second} --reason "The bank is closed" --yes`)
    expect(out).toContain(
      `Done: returns Rs. 300.00 of member ${member} to the wallet: withdrawal ${second} failed.\n`,
    )
    expect((await readWallet(member)).available).toBe(74_950n)
    expect((await ops('withdrawals list --status refunded')).out).toContain('The bank is closed')
  })

  test('refuse returns the money of a request, with a reason for the member', async () => {
    const asked = await ask('100.50')
    const fail = await ops(`withdrawals fail ${asked} --reason "Not yours" --yes`)
    expect(fail.err).toBe(
      `Withdrawal ${asked} is requested: it cannot be failed.\n  npm run ops -- withdrawals refuse ${asked} --reason <text>\n`,
    )
    const unasked = await ops(`withdrawals refuse ${asked} --reason "Not yours"`)
    expect(unasked.out).toContain(`Refuses withdrawal ${asked}: returns Rs. 100.50 of member ${member} `)
    expect(unasked.err).toBe(NOBODY)
    expect((await readWallet(member)).available).toBe(64_900n)
    const out = await opsDone(`withdrawals refuse ${asked} --reason "The account is not yours." --yes`)
    expect(out).toContain(
      `Done: refuses withdrawal ${asked}: returns Rs. 100.50 of member ${member} to the wallet.\n`,
    )
    expect((await readWallet(member)).available).toBe(74_950n)
    expect((await listNotifications(member))[0]).toMatchObject({
      title: 'Withdrawal refused',
      body: 'Rs. 100.50 went back to your wallet. Reason: The account is not yours.',
    })
    const shown = (await ops(`withdrawals show ${asked}`)).out
    expect(shown).toMatch(/^status +cancelled$/m)
    expect(shown).toMatch(/^utr or reason +The account is not yours$/m)
    expect(shown).toMatch(/ cancelled +The account is not yours$/m)
    expect((await ops(`withdrawals refuse ${asked} --reason "The account is not yours" --yes`)).code).toBe(0)
    expect((await ops(`withdrawals approve ${asked} --yes`)).err).toBe(
      `Withdrawal ${asked} is cancelled: it cannot be approved.\n`,
    )
  })

  test('refuse does not change a withdrawal in processing', async () => {
    const approved = await ask('10')
    await ops(`withdrawals approve ${approved} --yes`)
    const { code, err } = await ops(`withdrawals refuse ${approved} --reason "Too late" --yes`)
    expect({ code, err }).toEqual({
      code: 1,
      err: `Withdrawal ${approved} is processing: it cannot be refused.\n  npm run ops -- withdrawals fail ${approved} --reason <text>\n`,
    })
    await ops(`withdrawals fail ${approved} --reason "Too late" --yes`)
    expect((await readWallet(member)).available).toBe(74_950n)
  })

  test('approve prints each result, and is logged as partly done when one was refused', async () => {
    const [good, gone] = [await ask('10'), await ask('20')]
    await ops(`withdrawals refuse ${gone} --reason "Asked twice" --yes`)
    const { code, out, err } = await ops(`withdrawals approve ${good} ${gone} --yes`)
    expect({ code, err }).toEqual({
      code: 1,
      err: `Withdrawal ${gone} is cancelled: it cannot be approved.\n`,
    })
    expect(out).toContain(`Done: approves withdrawal ${good}, Rs. 10.00.\n`)
    expect(out).toMatch(new RegExp(`^ *${good} +processing +Rs\\. 10\\.00 .* upi \\S+ `, 'm'))
    const [noted] = await opsJson('log --limit 1')
    expect(noted).toMatchObject({ command: `withdrawals approve ${good} ${gone}`, outcome: 'partly' })
    const json = await ops(`withdrawals approve ${gone} ${good} --json --show --yes`)
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({
      done: true,
      problems: [`Withdrawal ${gone} is cancelled: it cannot be approved.`],
      withdrawals: [{ id: good, status: 'processing' }],
      [`destination_${good}`]: [{ what: 'UPI ID', value: makeUpi(member) }],
    })
    await ops(`withdrawals fail ${good} --reason "A test" --yes`)
  })

  test('approve processes the others when one id is unknown', async () => {
    const good = await ask('10')
    const { code, out, err } = await ops(`withdrawals approve 9999 ${good} --yes`)
    expect({ code, err }).toEqual({
      code: 1,
      err: 'There is no withdrawal 9999.\n  npm run ops -- withdrawals list\n',
    })
    expect(out).toContain(`Done: approves withdrawal ${good}, Rs. 10.00.\n`)
    await ops(`withdrawals fail ${good} --reason "A test" --yes`)
  })

  test('approve and the lists show a member’s debt, and --despite-debt needs a reason, which is stored', async () => {
    const { userId, withdrawal } = await memberInDebt(4_500_00n)
    const owes = `${withdrawal}: member ${userId} owes us Rs. 4,500.00.\n`
    expect((await ops('withdrawals list --status requested')).out).toContain(owes)
    expect((await ops(`withdrawals show ${withdrawal}`)).out).toContain(owes)
    const refused = await ops(`withdrawals approve ${withdrawal} --yes`)
    expect(refused).toEqual({
      code: 1,
      out: '',
      err:
        `Withdrawal ${withdrawal}: member ${userId} owes us Rs. 4,500.00. Giving it back repays the debt ` +
        `from it; a reason why it is paid despite the debt overrides this (--despite-debt).\n  npm run ops -- withdrawals refuse ${withdrawal} --reason <text>\n`,
    })
    expect((await ops('withdrawals export --approve --out - --yes')).err).toContain(
      'Nothing waits for the bank.',
    )
    const approved = await ops(
      `withdrawals approve ${withdrawal} --despite-debt "The store pays it back" --yes`,
    )
    expect(approved.out).toContain(`Done: approves withdrawal ${withdrawal}, Rs. 4,500.00.\n`)
    expect((await ops(`withdrawals show ${withdrawal}`)).out).toMatch(
      /^approved despite a debt, because +The store pays it back$/m,
    )
    const [noted] = await opsJson('log --limit 1')
    expect(noted.command).toBe(`withdrawals approve ${withdrawal} --despite-debt "The store pays it back"`)
    expect(await opsJson(`withdrawals show ${withdrawal}`)).toMatchObject({
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
      'paid 99 --utr X123456',
      'fail 99 --reason X',
      'correct-utr 99 --utr X123456 --reason X',
    ]) {
      const { code, err } = await ops(`withdrawals ${command}`)
      expect({ code, err }).toEqual({
        code: 1,
        err: 'There is no withdrawal 99.\n  npm run ops -- withdrawals list\n',
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
      const asked = (await opsProcess(`withdrawals ask ${third}`, { env })).out
      expect(asked).toMatch(/^status +processing$/m)
      expect(asked).toMatch(/^razorpayx +pay-\S+ +sent +pout_\d+ +processing /m)
      bank.settle(await findReference(third), 'paid', { utr: 'UTR200020' })
      const { code, out } = await opsProcess(`withdrawals ask ${third} --json`, { env })
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ id: third, status: 'paid', utr: 'UTR200020' })
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
    return { userId, id: await requestAmount(userId, '20') }
  }
  const refusal = ({ userId, id }: { userId: number; id: number }) =>
    `Withdrawal ${id}: member ${userId} has an open signal of fraud; a reason why it is paid despite the signal overrides this (--despite-signal).\n  npm run ops -- signals list --member ${userId}\n`

  test('is approved only with a reason, which is stored', async () => {
    const [one, other] = [await suspect(), await suspect()]
    const good = await ask('10')
    const answer = await ops(`withdrawals approve ${one.id} ${other.id} ${good} --yes`)
    expect(answer).toMatchObject({ code: 1, err: refusal(one) + refusal(other) })
    expect(answer.out).toContain(`Done: approves withdrawal ${good}, `)
    const approved = await ops(`withdrawals approve ${one.id} --despite-signal "Husband and wife" --yes`)
    expect(approved).toMatchObject({ code: 0, err: '' })
    expect((await ops(`withdrawals show ${one.id}`)).out).toMatch(
      /^approved despite a signal of fraud, because +Husband and wife$/m,
    )
    expect(await opsJson(`withdrawals show ${one.id}`)).toMatchObject({
      despite_signal: 'Husband and wife',
      despite_debt: null,
    })
    for (const id of [one.id, good]) await ops(`withdrawals fail ${id} --reason "A test" --yes`)
    await ops(`withdrawals refuse ${other.id} --reason "A test" --yes`)
  })

  test('is left out of a bank file of chosen withdrawals and named, and what was not chosen stays requested', async () => {
    const [held, good, other] = [await suspect(), await ask('10'), await ask('12')]
    const line = `withdrawals export --ids ${held.id} --ids ${good} --out -`
    const preview = await ops(`${line} --dry-run`)
    expect(preview.out).toContain(
      'Approves 1 withdrawal and makes a file for the bank: 1 withdrawal, Rs. 10.00.',
    )
    expect(preview.err).toBe(refusal(held))
    const made = await ops(`${line} --yes`)
    expect(made).toMatchObject({ code: 1, err: refusal(held) })
    expect(made.out).toMatch(new RegExp(`^${good},`, 'm'))
    for (const id of [held.id, other]) {
      expect(made.out).not.toMatch(new RegExp(`^${id},`, 'm'))
      expect(await opsJson(`withdrawals show ${id}`)).toMatchObject({ status: 'requested' })
    }
    expect((await ops(`withdrawals export --ids ${held.id} --out - --yes`)).err).toBe(refusal(held))
    expect((await ops(`withdrawals export --approve --ids ${other} --out - --yes`)).code).toBe(2)
    for (const id of [held.id, other]) await ops(`withdrawals refuse ${id} --reason "A test" --yes`)
    await ops(`withdrawals fail ${good} --reason "A test" --even-so --yes`)
  })

  test('is excluded from a bank file and named once', async () => {
    const [asked, good] = [await suspect(), await ask('10')]
    const exported = await ops('withdrawals export --approve --out - --yes')
    expect(exported).toMatchObject({ code: 1, err: refusal(asked) })
    expect(exported.out).toMatch(new RegExp(`^${good},`, 'm'))
    const late = await ask('11')
    await ops(`withdrawals approve ${late} --yes`)
    await db.transaction((tx) =>
      raiseSignal(tx, { kind: 'same-destination', facts: 'late', members: [member] }),
    )
    const again = await ops('withdrawals export --out - --yes')
    expect(again).toMatchObject({ code: 1, err: `Left out: ${refusal({ userId: member, id: late })}` })
    const despite = await ops('withdrawals export --approve --despite-signal "All asked" --out - --yes')
    expect(despite).toMatchObject({ code: 0, err: '' })
    for (const id of [asked.id, late]) expect(despite.out).toMatch(new RegExp(`^${id},`, 'm'))
    expect(await opsJson(`withdrawals show ${asked.id}`)).toMatchObject({
      despite_signal: 'All asked',
    })
  })
})
