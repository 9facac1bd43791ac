import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { isSamePerson, formatPerson, buildSamePersonSql } from '~/domain/settings/person'
import { comparePersons } from '~/domain/settings/same-person.server'

test('formatPerson() names the operator and the account', () => {
  expect([formatPerson(null, 'root'), formatPerson('Asha', 'root'), formatPerson('Asha', null)]).toEqual([
    'root',
    'Asha@root',
    'Asha@desk',
  ])
})

test.each([
  ['asha', 'asha', true],
  ['asha', 'ravi', false],
  ['asha', 'Asha Verma@asha', true],
  ['asha', 'Asha Verma@ravi', false],
  ['Asha Verma@asha', 'Asha Verma@ravi', true],
  ['Asha Verma@asha', 'Ravi Rao@asha', true],
  ['Asha Verma@asha', 'Ravi Rao@ravi', false],
  ['Asha Verma@desk', 'Asha Verma@asha', true],
  ['Asha Verma@desk', 'Ravi Rao@desk', false],
  ['Asha Verma@desk', 'desk', false],
  ['a@b@desk', 'a@b@asha', true],
  ['a@b', 'b', true],
])('%s and %s are the same person: %s', async (one, other, same) => {
  const [row] = await db.execute(sql`
    SELECT ${sql.raw(buildSamePersonSql('a', 'b'))} AS forward, ${sql.raw(buildSamePersonSql('b', 'a'))} AS backward
      FROM (SELECT ${one}::text AS a, ${other}::text AS b) AS pair`)
  expect([isSamePerson(one, other), isSamePerson(other, one), row]).toEqual([
    same,
    same,
    { forward: same, backward: same },
  ])
})

test.each([
  ['Tara@desk', 'tara', true, true],
  ['Tara@desk', 'Uma@tara', true, true],
  ['Tara@desk', 'Tara@root', true, true],
  ['Tara@desk', 'Uma@desk', false, false],
  ['Tara@desk', 'Uma@uma', false, false],
  ['Tara@desk', 'Tara', false, false],
  ['Tara@desk', 'tara@desk', false, false],
  ['Tara@desk', 'Uma@old', false, true],
  ['Tara@root', 'Uma@uma', false, false],
  ['Tara@root', 'Uma@root', true, true],
  ['Vic@desk', 'Vic Rao@desk', false, false],
])('with the accounts of Tara and Uma, %s and %s are the same person: %s', async (one, other, now, ever) => {
  await db
    .insert(operators)
    .values([
      { name: 'Tara', role: 'owner', state: 'active', os_account: 'tara', former_accounts: ['old'] },
      { name: 'Uma', role: 'owner', state: 'active', os_account: 'uma' },
      { name: 'Vic', role: 'owner', state: 'active' },
      { name: 'Vic Rao', role: 'owner', state: 'active' },
    ])
    .onConflictDoNothing()
  const found = []
  for (const withFormer of [false, true]) {
    const isSame = await comparePersons(db, { withFormer })
    found.push([isSame(one, other), isSame(other, one)])
  }
  expect(found).toEqual([
    [now, now],
    [ever, ever],
  ])
})
