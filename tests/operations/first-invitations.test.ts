/** The first people of a new shop: its only operator invites three of them alone (docs/rules.md#63). */
import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db, type Tx } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { operators } from '~/platform/db/schema/operations'
import type { ChangeOperation } from '~/desk/operation'
import { invite as operation } from '~/desk/operators/access'
import { readPersons } from '~/domain/settings/independence.server'
import { countFirstInvitations } from '~/domain/operators/rules.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { opsAs, readLastEntry } from '../ops/support'
import { passHours } from '../support/settings'

let owner: number

const invite = (n: number, by = 'asha') =>
  opsAs(by, `operators invite "Person ${n}" --role support --email person.${n}@desk.example --yes`)

const countLeft = () => countFirstInvitations(db, owner)

const isInvited = async (n: number) =>
  (
    await db
      .select()
      .from(operators)
      .where(eq(operators.name, `Person ${n}`))
  ).length === 1

/** The server's account has run commands, as the documented installation does, and is another person. */
beforeAll(async () => {
  const values = {
    name: 'Asha Verma',
    email: 'asha@desk.example',
    role: 'owner',
    state: 'active',
    os_account: 'asha',
  } as const
  const [row] = await db.insert(operators).values(values).returning()
  owner = row!.id
  await recordCommand({ osUser: 'dealdwaar' }, 'catalogue import offers.csv')
  await passHours(48)
  await recordCommand({ osUser: 'dealdwaar' }, 'today')
})

const addOther = (tx: Tx, state: 'active' | 'disabled' | 'invited') =>
  tx.insert(operators).values({ name: 'Another Person', role: 'support', state })

test.each([
  ['is invited', 'invited', 2],
  ['has accepted', 'active', 0],
  ['was disabled', 'disabled', 0],
] as const)('after a second operator %s, the number that is left follows', async (_, state, left) => {
  let found: number | undefined
  await db
    .transaction(async (tx) => {
      await addOther(tx, state)
      found = await countFirstInvitations(tx, owner)
      tx.rollback()
    })
    .catch(() => {})
  expect(found).toBe(left)
})

test('in a shop of more than 30 days no invitation is left', async () => {
  await passHours(31 * 24)
  expect(await countLeft()).toBe(0)
  await passHours(-31 * 24)
  expect(await countLeft()).toBe(3)
})

test('four people at once wait for a second person, and none of them is invited', async () => {
  const people = [11, 12, 13, 14].map((n) => `"Person ${n}, person.${n}@desk.example"`).join(' ')
  const { out } = await opsAs('asha', `operators invite-each ${people} --role support --yes`)
  expect(out).toMatch(/Another person has to agree: dealdwaar/)
  expect(await isInvited(11)).toBe(false)
  expect(await countLeft()).toBe(3)
})

test('the only operator of a new shop invites three people alone, and the fourth waits', async () => {
  for (const n of [1, 2, 3]) {
    expect(await countLeft()).toBe(4 - n)
    const { code, out } = await invite(n)
    expect({ code, isInvited: await isInvited(n) }).toEqual({ code: 0, isInvited: true })
    expect(out).toContain('Nobody else has to agree to the first three invitations of a new shop')
    const { result } = (await readLastEntry()) as { result: unknown }
    expect(result).toMatchObject({
      changed: expect.arrayContaining([expect.objectContaining({ field: 'second person', after: 'alone' })]),
    })
  }
  const mails = await db.select().from(deliveries).where(like(deliveries.address, 'asha@%'))
  expect(mails.filter(({ kind }) => kind === 'access')).toHaveLength(3)
  expect(env().ALERT_EMAIL).toBeUndefined()
  const fourth = await invite(4)
  expect(fourth.out).toMatch(/Another person has to agree: dealdwaar \(on the command line\)/)
  expect(await isInvited(4)).toBe(false)
  const people = await db.select().from(operators).where(eq(operators.name, 'Person 1'))
  const persons = await readPersons(db)
  expect(persons.listControllers(people[0]!.id)).toEqual([expect.stringContaining('Asha Verma')])
})

test('an invitation that was let through before another one took the last place is refused', async () => {
  const by = 'Asha Verma@asha'
  const context = {
    role: 'owner' as const,
    by,
    operatorId: owner,
    osAccount: 'asha',
    uncovers: false,
    hand: { by, consent: 'none' as const },
  }
  const input = { name: 'Person 9', role: 'support' as const, email: 'person.9@desk.example', print: false }
  const late = db.transaction((tx) => (operation as ChangeOperation).run(input as never, context, tx))
  await expect(late).rejects.toThrow('Another invitation was the last that needs nobody else')
  expect(await isInvited(9)).toBe(false)
})

test('an account of no operator needs a second person for each invitation', async () => {
  expect(await countFirstInvitations(db, null)).toBe(0)
})
