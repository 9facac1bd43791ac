import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluateAlerts } from '~/domain/alerts/conditions.server'
import type { OtherPerson } from '~/domain/settings/independence.server'
import { ALERTS, describeCause, type Cause } from '~/domain/alerts/alerts'
import type { Condition } from '~/domain/alerts/conditions/causes'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { findRoleFor, mailAlerts } from '~/desk/alert-mails.server'
import { mailApproval } from '~/desk/operator-mails.server'
import { sendDigest } from '~/desk/digest.server'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { silenceLog } from '../alerts/support'
import { ops, opsDone } from '../ops/support'
import { member } from '../wallet/support'
import { startMailbox, type Mailbox } from '../support/mailbox'

silenceLog()
let mailbox: Mailbox
const email = (name: string) => `${name.toLowerCase()}@desk.example`
const PEOPLE = [
  { name: 'Asha', role: 'owner', state: 'active' },
  { name: 'Ravi', role: 'finance', state: 'active' },
  { name: 'Meera', role: 'support', state: 'active' },
  { name: 'Kiran', role: 'catalogue', state: 'active' },
  { name: 'Gone', role: 'owner', state: 'disabled' },
] as const
let ids: Record<string, number>

beforeAll(async () => {
  mailbox = await startMailbox()
  env().SMTP_URL = mailbox.url
  const rows = await db
    .insert(operators)
    .values([
      ...PEOPLE.map((person) => ({ ...person, email: email(person.name) })),
      { name: 'Mute', role: 'owner', state: 'active' },
    ])
    .returning()
  ids = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
})
afterAll(() => mailbox.close())

/** Who has got a mail with this subject, and how often. */
async function countBySubject(subject: string): Promise<Record<string, number>> {
  await runDeliveries()
  const counts: Record<string, number> = {}
  for (const { name } of PEOPLE) {
    const mails = mailbox.mails(email(name)).filter((mail) => mail.subject === subject)
    if (mails.length) counts[name] = mails.length
  }
  return counts
}

/** Evaluates once with these alerts open. */
const evaluate = (...open: Cause[]) => {
  const condition: Condition = {
    name: 'one',
    causes: ['quarantine', 'commission-lowered', 'messages-waiting'],
    find: () => Promise.resolve(open.map((cause) => ({ cause, subject: '', detail: '11 wait.' }))),
  }
  return evaluateAlerts(undefined, [condition], mailAlerts)
}

test('an alert sends one mail when it opens, none while it lasts, and one when it clears', async () => {
  for (const open of [['quarantine'], ['quarantine'], []] as const) await evaluate(...open)
  const { title } = ALERTS.quarantine
  expect(await countBySubject(title)).toEqual({ Asha: 1, Ravi: 1 })
  expect(await countBySubject(`Over: ${title}`)).toEqual({ Asha: 1, Ravi: 1 })
  const [mail] = mailbox.mails(email('Asha'))
  expect(mail!.text).toContain('11 wait.')
})

test('who decides alone is mailed to ALERT_EMAIL, too, for the OS accounts of no operator, once for each address', async () => {
  const title = ALERTS.alone.title
  const find = () => Promise.resolve([{ cause: 'alone' as const, subject: 'approval 3', detail: 'Look.' }])
  const open = async (to: string | undefined, opens: boolean) => {
    env().ALERT_EMAIL = to
    const condition: Condition = {
      name: 'two',
      causes: ['alone'],
      find: opens ? find : () => Promise.resolve([]),
    }
    await evaluateAlerts(undefined, [condition], mailAlerts)
    await runDeliveries()
  }
  const countMails = (to: string) => mailbox.mails(to).filter(({ subject }) => subject.includes(title)).length
  const root = 'root@server.example'
  await open(root, true)
  expect([countMails(root), countMails(email('Asha'))]).toEqual([1, 1])
  await open(email('Asha'), false)
  expect([countMails(root), countMails(email('Asha'))]).toEqual([1, 2])
  await evaluate('quarantine')
  await evaluate()
  expect(mailbox.mails(root)).toHaveLength(1)
  env().ALERT_EMAIL = undefined
})

test('what stops something acts at once and is mailed to the others who may do it, without its input', async () => {
  const held = await member()
  await opsDone(`users hold ${held} --days 2 --reason "of a check" --yes`)
  const subject = 'Something was stopped: Put withdrawals on hold'
  expect(await countBySubject(subject)).toEqual({ Asha: 1, Ravi: 1, Meera: 1 })
  const { text } = mailbox.mails(email('Asha')).findLast((mail) => mail.subject === subject)!
  expect(text).toContain('has done ‘Put withdrawals on hold’')
  expect(text).not.toContain(String(held))
  await opsDone(`users release ${held} --yes`)
  await ops(`users hold ${held} --days 2 --reason "of a check" --dry-run`)
  expect(await countBySubject(subject)).toEqual({ Asha: 1, Ravi: 1, Meera: 1 })
})

const other = (name: string): OtherPerson => ({
  by: `${name}@desk`,
  name,
  operatorId: ids[name]!,
  roles: [],
})

test('a mail links to the desk for operators who can sign in there, and names a command for others', async () => {
  await db
    .insert(deskAccess)
    .values({ operator_id: ids.Asha!, enrolled_at: new Date(), password_hash: 'hash' })
  await db.insert(deskAccess).values({ operator_id: ids.Ravi!, password_hash: 'invited' })
  for (const open of [['quarantine'], []] as const) await evaluate(...open)
  await mailApproval(db, { title: 'Rate a store' }, { name: 'root' }, [other('Asha'), other('Ravi')])
  await runDeliveries()
  for (const subject of [ALERTS.quarantine.title, 'A second person is needed: Rate a store']) {
    const [asha, ravi] = ['Asha', 'Ravi'].map((name) =>
      mailbox.mails(email(name)).findLast((mail) => mail.subject === subject)!,
    )
    expect(asha!.link('/Desk/Today')).toBe('http://localhost:3000/Desk/Today')
    expect(asha!.text).not.toContain('command line')
    expect(ravi!.text).toContain('command line')
    expect(ravi!.text + ravi!.html).not.toContain('/Desk')
  }
  await db.delete(deskAccess)
})

test('of several alerts an operator gets those on which their role can act', async () => {
  await evaluate('quarantine', 'commission-lowered', 'messages-waiting')
  expect(await countBySubject('Alerts: 3 opened')).toEqual({ Asha: 1 })
  expect(await countBySubject('Alerts: 2 opened')).toEqual({ Ravi: 1 })
  expect(await countBySubject(ALERTS['commission-lowered'].title)).toEqual({ Meera: 1 })
})

test('each cause names an operation, or an owner gets its mail', async () => {
  const causes = Object.entries(ALERTS).filter(([, alert]) => 'acts' in alert)
  for (const [cause] of causes) {
    const { acts } = describeCause(cause)
    expect([cause, await findRoleFor(cause)]).toEqual([cause, acts ? expect.any(String) : 'owner'])
  }
})

test('a request is mailed to those who may agree, with whose turn it is', async () => {
  await mailApproval(db, { title: 'Anything of finance' }, { name: 'root' }, [other('Ravi'), other('Meera')])
  const subject = 'A second person is needed: Anything of finance'
  expect(await countBySubject(subject)).toEqual({ Ravi: 1, Meera: 1 })
  const mail = mailbox.mails(email('Meera')).findLast((one) => one.subject === subject)!
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(
    'Ravi is named first; after 3 days it is the next person’s turn.',
  )
})

describe('the digest', () => {
  const at = (day: number, time = '08:00') => new Date(`2026-06-${day}T${time}:00+05:30`)
  const countDigests = (day: number) => countBySubject(`Today, ${day} Jun 2026: 1 kind of work waits`)

  beforeAll(async () => {
    const [enrolled_at, password_hash] = [new Date(), 'hash']
    await db.insert(deskAccess).values([
      { operator_id: ids.Kiran!, enrolled_at, password_hash },
      { operator_id: ids.Gone!, enrolled_at, password_hash },
      { operator_id: ids.Ravi!, password_hash },
    ])
  })

  test('goes to those who can sign in at the desk, after 8 o’clock', async () => {
    expect(await sendDigest(at(15, '07:59'))).toBeNull()
    expect(await sendDigest(at(15))).toEqual({ kinds: 1 })
    expect(await countDigests(15)).toEqual({ Kiran: 1 })
    expect(mailbox.mails(email('Kiran')).at(-1)!.text).toContain('open alerts')
  })

  test('is queued once a day by two workers at once, and again on the next day', async () => {
    const late = at(16, '23:59')
    const runs = await Promise.all([sendDigest(at(16)), sendDigest(late), sendDigest(late)])
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect(await sendDigest(at(17))).not.toBeNull()
    expect([await countDigests(16), await countDigests(17)]).toEqual([{ Kiran: 1 }, { Kiran: 1 }])
  })

  test('of a worker that dies before or while it queues is queued by the next worker', async () => {
    for (const table of ['alerts', 'operators', 'deliveries']) {
      await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO away`))
      await expect(sendDigest(at(18))).rejects.toThrow(table)
      await db.execute(sql.raw(`ALTER TABLE away RENAME TO ${table}`))
    }
    expect(await sendDigest(at(18))).not.toBeNull()
    expect(await countDigests(18)).toEqual({ Kiran: 1 })
  })
})
