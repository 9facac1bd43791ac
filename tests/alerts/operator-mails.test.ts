import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateAlerts } from '~/alerts/evaluate-conditions.server'
import { mailApproval, sendDigest } from '~/alerts/operator-mails.server'
import type { Condition } from '~/alerts/causes'
import { env } from '~/config/env.server'
import { db } from '~/db/client.server'
import { operators } from '~/db/schema/operations'
import { runDeliveries } from '~/outreach/deliveries/run-deliveries.server'
import { startMailbox, type Mailbox } from '../helpers/mailbox'
import { withoutLog } from './support'

withoutLog()
let mailbox: Mailbox
const email = (name: string) => `${name.toLowerCase()}@desk.example`

beforeAll(async () => {
  mailbox = await startMailbox()
  env().SMTP_URL = mailbox.url
  await db.insert(operators).values([
    { name: 'Asha', email: email('Asha'), role: 'owner', state: 'active' },
    { name: 'Ravi', email: email('Ravi'), role: 'finance', state: 'active' },
    { name: 'Gone', email: email('Gone'), role: 'owner', state: 'disabled' },
    { name: 'Mute', role: 'owner', state: 'active' },
  ])
})
afterAll(() => mailbox.close())

async function subjectsFor(name: string): Promise<string[]> {
  await runDeliveries()
  return mailbox.mails(email(name)).map(({ subject }) => subject)
}

test('an alert sends one mail when it opens, none while it lasts, and one when it clears', async () => {
  const found = [{ cause: 'quarantine' as const, subject: '', detail: '11 wait.' }]
  const condition = (open: boolean): Condition => ({
    name: 'one',
    causes: ['quarantine'],
    find: async () => (open ? found : []),
  })
  for (const open of [true, true, false]) await evaluateAlerts(undefined, [condition(open)])
  const title = 'Many postbacks wait in quarantine'
  for (const name of ['Asha', 'Ravi']) expect(await subjectsFor(name)).toEqual([title, `Over: ${title}`])
  for (const name of ['Gone', 'Mute']) expect(await subjectsFor(name)).toEqual([])
  const [mail] = mailbox.mails(email('Asha'))
  expect(mail!.text).toContain('11 wait.')
  expect(mail!.link('/Desk/Today')).toBe('http://localhost:3000/Desk/Today')
})

test('a request for a second person is mailed to the other operators', async () => {
  await mailApproval(db, { command: 'users phone', by: 'Asha' })
  const subject = 'A second person is needed: users phone'
  expect(await subjectsFor('Ravi')).toContain(subject)
  expect(await subjectsFor('Asha')).not.toContain(subject)
})

test('the digest lists what waits, or says that nothing does', async () => {
  await sendDigest(new Date('2026-06-15T08:00:00+05:30'))
  expect(await subjectsFor('Asha')).toContain('Today, 15 Jun 2026: nothing waits')
})
