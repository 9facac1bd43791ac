import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { isSamePerson, writePerson, writeSamePersonSql } from '~/settings/person'

test('writePerson() names the operator and the account', () => {
  expect([writePerson(null, 'root'), writePerson('Asha', 'root'), writePerson('Asha', null)]).toEqual([
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
    SELECT ${sql.raw(writeSamePersonSql('a', 'b'))} AS forward, ${sql.raw(writeSamePersonSql('b', 'a'))} AS backward
      FROM (SELECT ${one}::text AS a, ${other}::text AS b) AS pair`)
  expect([isSamePerson(one, other), isSamePerson(other, one), row]).toEqual([
    same,
    same,
    { forward: same, backward: same },
  ])
})
