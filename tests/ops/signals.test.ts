import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operatorLog } from '~/platform/db/schema/operations'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestAmount } from '../wallet/payout-support'
import { earn, member } from '../wallet/support'
import { ops, opsJson } from './support'

let referrer: number
let friend: number

beforeAll(async () => {
  referrer = await member()
  friend = await member(referrer)
  await earn(referrer, 100_00n)
  await saveUpiDetails(referrer, { upi: 'one.for.both@okbank' })
  const paid = await requestAmount(referrer, '10')
  await approveWithdrawal(paid)
  await payWithdrawal(paid, `UTR${paid}`)
  await saveUpiDetails(friend, { upi: 'one.for.both@okbank' })
})

test('withdrawals list names members with an open signal', async () => {
  await earn(friend, 100_00n)
  const id = await requestAmount(friend, '10')
  const line = `${id}: member ${friend} has an open signal of fraud.\n  npm run ops -- signals list --member ${friend}`
  for (const command of ['withdrawals list', `withdrawals show ${id}`])
    expect((await ops(command)).out).toContain(line)
  expect(await opsJson(`withdrawals show ${id}`)).toMatchObject({ open_signal: true })
})

test('signals can be listed, shown, upheld and cleared once with a reason and the operator’s name', async () => {
  const list = await ops('signals list')
  expect(list.out).toMatch(/^ID +KIND +RAISED +MEMBERS +UPHELD +CLEARED\n/)
  expect(list.out).toContain(`${referrer} (only named), ${friend} (referred by ${referrer})`)
  expect(list.out).toContain('1 signal')
  const [{ id }] = await opsJson('signals list')

  const shown = await ops(`signals show ${id}`)
  expect(shown.out).toContain(
    `Signal ${id}: a member saved the bank account or UPI ID that others were paid to`,
  )
  expect(shown.out).toContain(`npm run ops -- signals clear ${id} --reason <text>\n`)
  expect(shown.out).toMatch(new RegExp(`^ *${friend} +${referrer} .*yes *$`, 'm'))
  const json = await opsJson(`signals show ${id}`)
  expect(json.members).toEqual([
    { id: referrer, referrer: null, deleted: false, about: false },
    { id: friend, referrer, deleted: false, about: true },
  ])
  expect(shown.out + list.out).not.toContain('one.for.both')

  expect((await ops(`signals clear ${id}`)).code).toBe(2)
  const upheld = `signals uphold ${id} --reason "One person"`
  expect(await ops(upheld)).toMatchObject({ code: 0, err: '' })
  expect(await ops(`${upheld} --yes`)).toMatchObject({ code: 1, err: `Signal ${id} is upheld already.\n` })
  expect((await ops('signals list')).out).toBe('No signal is open.\n')
  expect((await ops('signals list --state upheld')).out).toContain('One person')
  const cleared = await ops(`signals clear ${id} --reason "Husband and wife"`)
  expect(cleared).toMatchObject({ code: 0, err: '' })
  expect(await ops(`signals clear ${id} --reason "again" --yes`)).toMatchObject({
    code: 1,
    err: `Signal ${id} is cleared already.\n`,
  })
  expect((await ops('signals list --state upheld')).out).toBe('No signal is upheld.\n')
  expect((await ops(`signals list --state cleared --member ${friend}`)).out).toContain('Husband and wife')
  expect((await ops(`signals show ${id}`)).out).toMatch(
    /^cleared +\d+ .*\ncleared because +Husband and wife$/m,
  )
  expect((await ops('signals show 99')).err).toBe('There is no signal 99.\n  npm run ops -- signals list\n')
  const log = await db.select().from(operatorLog).orderBy(operatorLog.id)
  expect(log.map(({ command, outcome }) => [command, outcome])).toEqual([
    [upheld, 'done'],
    [upheld, 'refused'],
    [`signals clear ${id} --reason "Husband and wife"`, 'done'],
    [`signals clear ${id} --reason again`, 'refused'],
  ])
})
