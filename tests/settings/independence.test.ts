/** Who is independent of whom, from lines of the operator log alone. Each test has operators that no other test has. */
import { beforeAll, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { HOUR_MS } from '~/platform/formats/dates'
import { judgeRequest, readPersons } from '~/domain/settings/independence.server'
import { recordCommand, recordCommandEnd, recordCommandRow } from '~/domain/operators/command-log.server'

beforeAll(() => void (env().demo = false))

let serial = 0

async function makeOperator() {
  const name = `Person ${++serial}`
  const [row] = await db.insert(operators).values({ name, role: 'owner', state: 'active' }).returning()
  return { id: row!.id, name, by: `${name}@desk` }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)

interface Line {
  by: string
  command: string
  field: string
  subject: number
  operatorId?: number
  days?: number
  before?: unknown
  after?: unknown
  agreed?: boolean
  link?: 'mailed' | 'printed'
}

async function log({
  by,
  command,
  field,
  subject,
  operatorId,
  days = 40,
  before,
  after,
  agreed,
  link,
}: Line) {
  const at = daysAgo(days)
  const id = await recordCommand({ osUser: by, operatorId: operatorId ?? null }, command, { at })
  const change = (name: string, from: unknown, to: unknown) => ({
    subject: `operator ${subject}`,
    field: name,
    before: from ?? null,
    after: to ?? '…',
  })
  const changed = [change(field, before, after), ...(link ? [change('link', null, link)] : [])]
  await recordCommandEnd(id, 'done', { result: { changed }, at })
  if (agreed) await recordCommandRow(id, 'approval 0', 'agreed')
}

const areIndependent = async (one: string, other: string) =>
  (await readPersons(db)).areIndependent(one, other)

type Person = Awaited<ReturnType<typeof makeOperator>>

const invited = (by: string, { id }: Person, more: Partial<Line> = {}): Promise<void> =>
  log({ by, command: 'operators invite …', field: 'role', subject: id, link: 'mailed', ...more })

const replaced = async ({ id, by }: Person, days: number, which = ['password', 'second factor']) => {
  const own = { by, operatorId: id, subject: id, days }
  if (which.includes('password')) await log({ ...own, command: 'desk password', field: 'password' })
  if (which.includes('second factor'))
    await log({ ...own, command: 'operators second-factor …', field: 'second factor' })
}

describe('an operator who was invited by one person alone', () => {
  test('depends on that person, whatever operator or account the person uses', async () => {
    const [owner, helper] = [await makeOperator(), await makeOperator()]
    await invited(owner.by, helper)
    expect(await areIndependent(owner.by, helper.by)).toBe(false)
    expect(await areIndependent(`${owner.name}@elsewhere`, `${helper.name}@hers`)).toBe(false)
    expect(await areIndependent('somebody', helper.by)).toBe(true)
  })

  test.each([
    [
      'is independent 30 days after a new password and a new second factor',
      31,
      ['password', 'second factor'],
      true,
    ],
    ['depends on that person less than 30 days after them', 29, ['password', 'second factor'], false],
    ['depends on that person after a new password alone', 35, ['password'], false],
    ['depends on that person after a new second factor alone', 35, ['second factor'], false],
    ['depends on that person after both, before the invitation', 41, ['password', 'second factor'], false],
  ])('%s', async (_, days, which, expected) => {
    const [owner, helper] = [await makeOperator(), await makeOperator()]
    await invited(owner.by, helper)
    await replaced(helper, days, which)
    expect(await areIndependent(owner.by, helper.by)).toBe(expected)
  })

  test('is independent once a third person has confirmed it', async () => {
    const [owner, helper] = [await makeOperator(), await makeOperator()]
    await invited(owner.by, helper)
    await log({ by: 'third', command: 'operators confirm …', field: 'access', subject: helper.id, days: 1 })
    expect(await areIndependent(owner.by, helper.by)).toBe(true)
  })

  test('and another one whom the same person invited are not two either', async () => {
    const [owner, one, other] = [await makeOperator(), await makeOperator(), await makeOperator()]
    await invited(owner.by, one)
    await invited(owner.by, other)
    expect(await areIndependent(one.by, other.by)).toBe(false)
    await replaced(one, 31)
    expect(await areIndependent(one.by, other.by)).toBe(true)
  })

  test('and whom that operator invites depend on the first person, too', async () => {
    const [owner, one, other] = [await makeOperator(), await makeOperator(), await makeOperator()]
    await invited(owner.by, one)
    await invited(one.by, other)
    expect(await areIndependent(owner.by, other.by)).toBe(false)
  })
})

test.each([
  [
    'an invitation that two agreed to and that was mailed leaves the two independent',
    'invite',
    { agreed: true, link: 'mailed' },
    true,
  ],
  [
    'an invitation whose link was printed makes one depend on who saw it',
    'invite',
    { agreed: true, link: 'printed' },
    false,
  ],
  [
    'an invitation of the time when links were shown makes one depend on who saw it',
    'invite',
    { agreed: true, link: undefined },
    false,
  ],
  [
    'a new way into the desk by one person makes one depend on that person',
    'desk',
    { link: 'mailed' },
    false,
  ],
  [
    'a second factor that somebody else set up makes one depend on them',
    'second-factor',
    { agreed: true, link: undefined },
    false,
  ],
  [
    'an e-mail address that one person changed makes one depend on that person',
    'change',
    { field: 'email', link: undefined },
    false,
  ],
  [
    'an OS account that one person changed makes one depend on that person',
    'change',
    { field: 'os_account', link: undefined },
    false,
  ],
  [
    'an OS account that two changed leaves the two independent',
    'change',
    { field: 'os_account', agreed: true, link: undefined },
    true,
  ],
  [
    'a role that one person changed leaves the two independent',
    'change',
    { field: 'role', link: undefined },
    true,
  ],
] as const)('%s', async (_, verb, more, expected) => {
  const [owner, other] = [await makeOperator(), await makeOperator()]
  await invited(owner.by, other, { field: 'desk', command: `operators ${verb} …`, ...more })
  expect(await areIndependent(owner.by, other.by)).toBe(expected)
})

describe('a request', () => {
  const judge = async (hours: number, by: string) => {
    const persons = await readPersons(db)
    // No operator has the role, so that nobody else may agree.
    const alone = { ...persons, listOthers: () => [] }
    const at = new Date(persons.at.getTime() - hours * HOUR_MS)
    return judgeRequest(alone, { by: 'requester', at }, by, 'owner')
  }

  test.each([
    [23.9, false],
    [24.1, true],
    [167.9, true],
    [168.1, false],
  ])('is confirmed alone %s hours later by the same person: %s', async (hours, expected) => {
    expect((await judge(hours, 'requester')).agrees).toBe(expected)
  })

  test('is not confirmed alone by an operator who depends on the requester', async () => {
    const helper = await makeOperator()
    await invited('requester', helper)
    expect((await judge(48, helper.by)).agrees).toBe(false)
  })

  test('is not confirmed alone while somebody independent may agree', async () => {
    await recordCommand({ osUser: 'another' }, 'today')
    const persons = await readPersons(db)
    const at = new Date(persons.at.getTime() - 48 * HOUR_MS)
    const judged = judgeRequest(persons, { by: 'requester', at }, 'requester', 'owner')
    if (judged.agrees) throw new Error('agrees alone')
    expect(judged.wait.others).toContainEqual(expect.objectContaining({ name: 'another' }))
    expect(judgeRequest(persons, { by: 'requester', at }, 'another', 'owner')).toEqual({
      agrees: true,
      alone: false,
    })
  })
})
