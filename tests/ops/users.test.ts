import { expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { deleteAccount } from '~/domain/privacy/deletion.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { holdMember } from '~/domain/wallet/holds.server'
import { UNSEEN } from '../../ops/run-change'
import { stranger } from '../accounts/people'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'
import { ops, opsDone, opsJson } from './support'

test('users statement accepts a member id or a mobile number', async () => {
  const { id } = await signedIn({ phone_number: '+919811111111' })
  await earn(id, 40_00n)
  for (const user of [String(id), '9811111111']) {
    const out = await opsDone(`users statement ${user} --out -`)
    expect(out.trim().split('\r\n')[1]).toMatch(/,Cashback confirmed,Shop \d+,40\.00,40\.00$/)
  }
})

test('users statement refuses an unknown member', async () => {
  for (const user of ['424242', '9822222222', 'asha']) {
    const { code, out, err } = await ops(`users statement ${user} --out -`)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(new RegExp(`^There is no member ${user}[.:]`))
  }
})

test('users find and show accept name, id, mobile number and e-mail', async () => {
  const { id } = await signedIn({
    username: 'Meera Iyer',
    phone_number: '+919833333333',
    email: 'meera@mail.example',
  })
  await earn(id, 1_234_50n)
  for (const text of ['meera', String(id), '9833333333', 'meera@mail.example']) {
    const { out } = await ops(`users find ${text}`)
    expect(out).toMatch(new RegExp(`^ *${id}  Meera Iyer +••••3333 +me•••a@mail\\.example `, 'm'))
  }
  expect((await ops('users find meera --show')).out).toMatch(/ {2}\+919833333333 {2}meera@mail\.example /)
  expect((await ops('users find %')).out).toBe('No member matches.\n')
  const shown = await ops(`users show ${id}`)
  expect(shown.out).toMatch(/^wallet +Rs\. 1,234\.50\npending +Rs\. 0\.00\non its way +Rs\. 0\.00$/m)
  expect(shown.out).toMatch(/^mobile +••••3333$/m)
  expect((await ops(`users show ${id} --show`)).out).toMatch(/^mobile +\+919833333333$/m)
  expect(await opsJson(`users show ${id}`)).toMatchObject({
    id,
    available: '1234.50',
    withdrawals: [],
  })
})

test('users lift shows the hold of a deleted account and lifts it once, with a reason', async () => {
  const [phone_number, password] = ['+919844444444', 'a quiet river']
  const { id } = await signedIn({ phone_number, password_hash: await hashPassword(password) })
  await holdMember(id, new Date('2099-11-22T10:15:00Z'), 'of a check')
  expect(await deleteAccount(id, { password, confirm: true, forfeit: false }, stranger())).toEqual({
    ok: true,
  })
  const again = (await signedIn({ phone_number })).id
  await db.transaction((tx) => inheritFromDeparture(tx, { id: again, phone_number }))
  const left = `Member ${id} left on `
  expect((await ops(`users show ${again}`)).out).toContain(left)
  expect((await ops(`users lift 9844444444`)).code).toBe(2)
  const asked = await ops('users lift 9844444444 --reason "the number was somebody else’s"')
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Pass --yes') })
  expect((await ops(`users show ${again}`)).out).not.toContain('Lifted')
  const lifted = await opsDone('users lift 9844444444 --reason "the number was somebody else’s" --yes')
  expect(lifted).toMatch(
    new RegExp(
      `^Done: lifts the debt and hold that member ${id} left behind\\.\n${left}\\d{1,2} \\w{3} \\d{4} on hold until 22 Nov 2099, 3:45 pm\\. Member ${again} came back .*\n${UNSEEN}\n$`,
    ),
  )
  expect((await ops(`users show ${again}`)).out).toContain('Lifted: the number was somebody else’s.')
  const twice = await ops('users lift 9844444444 --reason again --yes')
  expect([twice.code, twice.err]).toEqual([
    1,
    'There is no debt or hold of a deleted account to lift for 9844444444.\n',
  ])
})

test('users lift leaves out a debt written off since and explains how to correct it', async () => {
  const [phone_number, password] = ['+919855555555', 'a quiet river']
  const { id } = await signedIn({ phone_number, password_hash: await hashPassword(password) })
  expect(
    (await ops(`adjustments add --member ${id} --amount 450 --kind debit --reason "A test" --yes`)).code,
  ).toBe(0)
  expect(await deleteAccount(id, { password, confirm: true, forfeit: false }, stranger())).toEqual({
    ok: true,
  })
  const again = (await signedIn({ phone_number })).id
  await db.transaction((tx) => inheritFromDeparture(tx, { id: again, phone_number }))
  expect(
    (await ops(`adjustments add --member ${again} --amount 200.50 --kind write-off --reason "A test" --yes`))
      .code,
  ).toBe(0)
  const out = await opsDone('users lift 9855555555 --reason "a mistake" --yes')
  expect(out).toContain(
    `took over Rs. 450.00.\nRs. 200.50 of it is not given back: it was written off since. ` +
      `If another debt of member ${again} was meant, correct it.\n  npm run ops -- adjustments add --member ${again} --kind credit --amount 200.50 --reason <text>\n`,
  )
  const shown = (await ops(`users show ${again}`)).out
  expect(shown).toMatch(/^wallet +Rs\. 0\.00\npending +Rs\. 0\.00\non its way +Rs\. 0\.00$/m)
  expect(shown).not.toContain('owed to us')
  expect(shown).toContain('Lifted: a mistake. Written off and not given back: Rs. 200.50.')
})
