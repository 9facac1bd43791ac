import fs from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { sessions, users } from '~/platform/db/schema/members'
import { subscriptions } from '~/platform/db/schema/notifications'
import { operatorLog } from '~/platform/db/schema/operations'
import { findSubscription, subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { DELETED_NAME } from '~/domain/privacy/deletion/erase-personal-data.server'
import { streamCsv, streamJson } from '~/domain/privacy/export.server'
import { findDefects } from '~/domain/books/audit.server'
import { holdMember } from '~/domain/wallet/holds.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { UNSEEN } from '../../ops/run-change'
import { signedIn } from '../support/people'
import { requestAmount } from '../wallet/payout-support'
import { earn } from '../wallet/support'
import { file, ops } from './support'

const readAll = async (parts: AsyncIterable<string>) => {
  let all = ''
  for await (const part of parts) all += part
  return all
}
const findUser = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!
const listSessions = (id: number) => db.select().from(sessions).where(eq(sessions.user_id, id))

test('users export writes the member’s data to stdout or to a file with mode 0600', async () => {
  const { id } = await signedIn({ username: '=Export \u202e Me', phone_number: '+919766600001' })
  const printed = await ops('users export "97666 00001" --out -')
  expect(JSON.parse(printed.out)).toEqual(JSON.parse(await readAll(streamJson(id))))
  expect(printed.out).not.toContain('\u202e')
  expect((await ops(`users export ${id} --format csv --out -`)).out).toContain(
    "account,1,full_name,'=Export   Me\r\n",
  )

  const out = path.join(path.dirname(file('x', '')), 'letter.csv')
  expect(await ops(`users export ${id} --format csv --out ${out}`)).toMatchObject({
    code: 0,
    out: `Done: writes all data held about member ${id}.\nWritten: ${out}\n`,
  })
  expect(fs.readFileSync(out, 'utf8')).toBe(`\ufeff${await readAll(streamCsv(id))}`)
  expect(fs.statSync(out).mode & 0o777).toBe(0o600)
  expect((await ops(`users export ${id} --out ${out}`)).err).toContain('is there already')
})

test('users erase previews, erases with --yes, and refuses a second time', async () => {
  const { id } = await signedIn({ phone_number: '+919766600002', email: 'erase@mail.example' })
  const asked = await ops('users erase "+91 97666 00002"')
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was done') })
  expect(asked.out).toContain(`Deletes the account of member ${id}.\n`)
  expect((await findUser(id)).deleted_at).toBeNull()

  const erased = await ops('users erase 9766600002 --yes')
  expect(erased).toMatchObject({ code: 0, err: '' })
  expect(erased.out).toContain(
    `Done: deletes the account of member ${id}.\nPersonal data is erased permanently`,
  )
  expect(await findUser(id)).toMatchObject({
    username: DELETED_NAME,
    phone_number: null,
    email: null,
    password_hash: null,
  })
  expect(await listSessions(id)).toEqual([])
  const logged = await db.select().from(operatorLog).where(eq(operatorLog.command, 'users erase ••••••0002'))
  expect(logged).toMatchObject([{ outcome: 'done' }])
  for (const command of [`erase ${id} --yes`, `export ${id} --out -`, `unsubscribe ${id}`])
    expect(await ops(`users ${command}`)).toEqual({
      code: 1,
      out: '',
      err: `Member ${id} has already deleted the account.\n`,
    })
})

test('users erase requires --forfeit while there is money in the wallet', async () => {
  const { id } = await signedIn()
  await earn(id, 300_00n)
  for (const options of ['', '--yes'])
    expect(await ops(`users erase ${id} ${options}`)).toMatchObject({
      code: 1,
      err: `Member ${id} would lose Rs. 300.00 in the wallet and Rs. 0.00 pending: confirm that the member gives them up (--forfeit).\n`,
    })
  expect((await findUser(id)).deleted_at).toBeNull()
  expect((await ops(`users erase ${id} --forfeit --yes`)).code).toBe(0)
  expect((await findUser(id)).deleted_at).not.toBeNull()
  expect(await findDefects()).toEqual([])
})

test('users erase is refused during a payout', async () => {
  const { id } = await signedIn()
  await earn(id, 300_00n)
  await saveUpiDetails(id, { upi: 'letter@okbank' })
  await requestAmount(id, '300')
  expect(await ops(`users erase ${id} --forfeit --yes`)).toMatchObject({
    code: 1,
    err: `A withdrawal of member ${id} is being paid: wait until it is paid, or mark it as failed.\n  npm run ops -- withdrawals list --member ${id}\n`,
  })
  expect((await findUser(id)).deleted_at).toBeNull()
})

test('users erase keeps a hold under a hash of the mobile number and says so', async () => {
  const { id } = await signedIn()
  await holdMember(id, new Date('2099-11-22T10:15:00Z'), 'of a check')
  const kept =
    'Kept under a keyed hash of the mobile number: the hold. An account opened with this number within 90 days takes it over.\n'
  expect((await ops(`users erase ${id}`)).out).toContain(kept)
  expect((await ops(`users erase ${id} --yes`)).out).toMatch(
    new RegExp(`^Done: deletes the account of member ${id}\\.\n.*\n${kept}${UNSEEN}\n$`),
  )
  expect(await db.select().from(departures).where(eq(departures.user_id, id))).toHaveLength(1)
})

test('users unsubscribe accepts an address or a member, and refuses one who never subscribed', async () => {
  const email = 'letters@mail.example'
  const { id } = await signedIn({ email })
  expect(await ops(`users unsubscribe ${id}`)).toMatchObject({
    code: 1,
    err: 'le•••s@mail.example never subscribed to the newsletter.\n',
  })
  await subscribeToNewsletter({ email })
  expect((await ops('users unsubscribe "Letters@Mail.example "')).out).toBe(
    'Done: unsubscribes le•••s@mail.example from the newsletter.\n',
  )
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.email, email))
  expect(await findSubscription(row!.unsubscribe_token)).toMatchObject({ left: true })
  expect((await ops(`users unsubscribe ${id}`)).out).toContain(
    'le•••s@mail.example had already unsubscribed.\n',
  )
  expect(await ops('users unsubscribe no@address')).toMatchObject({ code: 2 })
})
