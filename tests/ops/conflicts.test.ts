// Payouts without a response from the provider, and states that contradict the ledger.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { failWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { rewrite } from '../support/rewrite'
import { makeApprovedWithdrawal, deliverWebhook, payBy, findReference, work } from '../wallet/payout-support'
import { ops, opsJson } from './support'

const bank = await vi.hoisted(async () => {
  const { startCashfree } = await import('../support/payout-providers')
  const bank = await startCashfree()
  Object.assign(process.env, bank.env, { PAYOUT_PROVIDER: 'cashfree' })
  return bank
})

let asked: Awaited<ReturnType<typeof makeApprovedWithdrawal>>
beforeAll(async () => {
  payBy('cashfree')
  bank.manners.push('down')
  asked = await makeApprovedWithdrawal()
  await work(asked.id)
  await work(asked.id)
})
afterAll(() => bank.close())

test('withdrawals list and show of an unknown payout say how to resolve it', async () => {
  const { id } = asked
  const list = await ops('withdrawals list --status unknown')
  expect(list.out).toContain(
    `unknown: the provider did not answer, and may have paid. The withdrawal itself says what to look up.\n  npm run ops -- withdrawals show ${id}`,
  )
  const { out } = await ops(`withdrawals show ${id}`)
  const reference = await findReference(id)
  // It has not answered yet, and gets another request.
  expect(out).toMatch(
    new RegExp(`^cashfree +${reference} +asking +2 +\\d+ \\w{3} \\d{4}, \\d+:\\d\\d [ap]m +status 503$`, 'm'),
  )
  expect(out).toContain('The last answer of Cashfree: status 503, 2 times in a row.\n')
  expect(out).toContain(`look up ${reference} on the dashboard of Cashfree: `)
  expect(out).toContain(`npm run ops -- withdrawals paid ${id} --utr <utr> --even-so\n`)
  const [, fail] = out.match(/npm run ops -- (withdrawals fail .*)$/m)!
  const shown = await opsJson(`withdrawals show ${id}`)
  expect(shown.order).toMatchObject({ provider: 'cashfree', stage: 'asking', error: 'status 503' })

  // It was never sent, so the suggested command returns the money.
  const failed = await ops(`${fail!.replace('<text>', '"It was not sent"')} --yes`)
  expect(failed.out).toMatch(/^Done: returns Rs\. 250\.00 of member \d+ to the wallet: /)
  expect((await ops(`withdrawals show ${id}`)).out).not.toContain('Nobody knows')
})

test('an unknown provider status is shown', async () => {
  const real = globalThis.fetch
  const strange = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init)
    return new Response((await answer.text()).replaceAll('"RECEIVED"', '"RECALLED"'), {
      status: answer.status,
    })
  })
  const { id } = await makeApprovedWithdrawal()
  await work(id)
  strange.mockRestore()
  expect((await ops('withdrawals list --status processing')).out).toContain(
    `\n${id}: Cashfree says RECALLED, a word that we do not know. Ask there what it means.\n`,
  )
  expect((await ops('withdrawals list --status refunded')).out).not.toContain('RECALLED')
  expect((await ops(`withdrawals show ${id}`)).out).toMatch(/^cashfree +\S+ +sent +\d+ +RECALLED /m)
})

test('the audit names a payment after a refund until the conflict is resolved', async () => {
  bank.manners.push('broken')
  const { id, userId, reference } = await makeApprovedWithdrawal()
  await work(id)
  await failWithdrawal(id, 'Given up', { overridesProvider: true })
  expect((await ops('conflicts list')).out).toBe('No conflict is open.\n')
  expect((await ops('audit')).code).toBe(0)
  bank.settle(reference, 'paid', { utr: 'U77' })
  await deliverWebhook(bank, reference)

  const audit = await ops('audit')
  expect(audit.code).toBe(1)
  expect(audit.out).toMatch(
    new RegExp(
      `payout in conflict +1 +${id} +cashfree says SUCCESS, Rs\\. 250\\.00: paid after it was refunded`,
    ),
  )
  const list = await ops('conflicts list')
  expect(list.out).toMatch(/^ID +WITHDRAWAL +IS +PROVIDER +SAYS +AMOUNT +FOUND +WHY$/m)
  expect(list.out).toMatch(/ refunded +cashfree +SUCCESS +Rs\. 250\.00 .* paid after it was refunded$/m)
  const [conflict] = await opsJson('conflicts list')
  expect(conflict).toMatchObject({
    withdrawal_id: id,
    withdrawal_status: 'refunded',
    user_id: userId,
    word: 'SUCCESS',
    amount: '250.00',
    utr: 'U77',
    resolution: null,
  })
  const shown = await ops(`conflicts show ${conflict.id}`)
  expect(shown.out).toContain(`Conflict ${conflict.id}: paid after it was refunded\n`)
  for (const [fact, value] of [
    ['provider', 'cashfree'],
    ['says', 'SUCCESS'],
    ['amount', 'Rs. 250.00'],
    ['its UTR', 'U77'],
    ['withdrawal', id],
    ['member', userId],
    ['is', 'refunded'],
    ['our amount', 'Rs. 250.00'],
    ['our reference', reference],
  ])
    expect(shown.out).toMatch(new RegExp(`^${fact} +${value}$`, 'm'))
  expect(shown.out).toContain(`users hold ${userId} --reason`)

  const withdrawal = await ops(`withdrawals show ${id}`)
  expect(withdrawal.out).toMatch(/^Cashfree is asked once more \d+ .*: what was paid may come back\.$/m)
  expect(withdrawal.out).toMatch(new RegExp(`^ *${conflict.id} +paid after it was refunded$`, 'm'))
  expect(withdrawal.out).toContain(`npm run ops -- conflicts show ${conflict.id}\n`)

  const resolved = await ops(`conflicts resolve ${conflict.id} --note "The member sent it back"`)
  expect(resolved).toMatchObject({ code: 0, err: '' })
  expect(resolved.out).toContain(
    `Done: resolves conflict ${conflict.id} of withdrawal ${id}, paid after it was refunded.\n`,
  )
  expect((await ops(`conflicts show ${conflict.id}`)).out).toMatch(/^resolution +The member sent it back$/m)
  expect((await ops('conflicts list --state resolved')).out).toContain('1 conflict')
  const again = await ops(`conflicts resolve ${conflict.id} --note again`)
  expect({ code: again.code, err: again.err }).toEqual({
    code: 1,
    err: `Conflict ${conflict.id} is resolved already.\n`,
  })
  expect((await ops('conflicts show 999')).err).toBe(
    'There is no conflict 999.\n  npm run ops -- conflicts list\n',
  )
  expect((await ops('audit')).code).toBe(0)
  expect((await ops('log')).out).toMatch(
    new RegExp(`done +conflicts resolve ${conflict.id} --note "The member sent it back"`),
  )
})

test('a conflict whose order is lost is listed and shown without a reference', async () => {
  const [conflict] = await opsJson('conflicts list --state resolved')
  await rewrite(sql`DELETE FROM payout_orders WHERE withdrawal_id = ${conflict.withdrawal_id}`)
  const [listed] = await opsJson('conflicts list --state resolved')
  expect(listed).toMatchObject({ id: conflict.id, reference: null })
  expect((await ops(`conflicts show ${conflict.id}`)).out).toContain(
    'It has no order any more, and so no reference of ours.\n',
  )
})
