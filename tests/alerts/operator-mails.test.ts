import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('the digest', () => {
  const eight = (day: number) => new Date(`2026-06-${day}T08:00:00+05:30`)
  const countDigests = async (name: string, day: number) =>
    (await subjectsFor(name)).filter((subject) => subject === `Today, ${day} Jun 2026: nothing waits`).length

  test('lists what waits, or says that nothing does, after 8 o’clock', async () => {
    expect(await sendDigest(new Date('2026-06-15T07:59:00+05:30'))).toBeNull()
    expect(await sendDigest(eight(15))).toEqual({ kinds: 0 })
    expect(await countDigests('Asha', 15)).toBe(1)
  })

  test('is queued once a day by two workers at once, and again on the next day', async () => {
    const late = new Date('2026-06-16T23:59:00+05:30')
    const runs = await Promise.all([sendDigest(eight(16)), sendDigest(late), sendDigest(late)])
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect(await sendDigest(eight(17))).not.toBeNull()
    for (const name of ['Asha', 'Ravi'])
      expect([await countDigests(name, 16), await countDigests(name, 17)]).toEqual([1, 1])
  })

  test('of a worker that dies before or while it queues is queued by the next worker', async () => {
    for (const table of ['alerts', 'operators', 'deliveries']) {
      await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO away`))
      await expect(sendDigest(eight(18))).rejects.toThrow(table)
      await db.execute(sql.raw(`ALTER TABLE away RENAME TO ${table}`))
    }
    expect(await sendDigest(eight(18))).not.toBeNull()
    for (const name of ['Asha', 'Ravi']) expect(await countDigests(name, 18)).toBe(1)
  })
})
