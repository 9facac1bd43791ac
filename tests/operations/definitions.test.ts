import { expect, test } from 'vitest'
import { isMasked } from '~/desk/cells'
import { findEffects, listEffectNames, needsFreshCode, showsPerson, stopsSomething } from '~/desk/effects'
import { listOperations } from '~/desk/find-operation'
import { TOPICS } from '~/desk/topics'

test('every operation has a name of its topic, a title and a summary, and no two have the same name', async () => {
  const names: string[] = []
  const odd: string[] = []
  for (const [word, { load }] of Object.entries(TOPICS))
    for (const { name, title, summary } of (await load()).topic.operations) {
      const isNamed = name === word || name.startsWith(`${word} `)
      if (!isNamed || !/^[A-Z]/.test(title) || !/^[^.]{5,}$/.test(summary)) odd.push(name)
      names.push(name)
    }
  expect(odd).toEqual([])
  expect(names.length).toBeGreaterThan(80)
  expect(new Set(names).size).toBe(names.length)
})

test('every relation names fields of its operation', async () => {
  const unknown = (await listOperations()).flatMap(({ name, input, relations = [] }) =>
    relations.flatMap(({ rule, ...relation }) =>
      Object.values(relation)
        .flat()
        .filter((field) => !(field in input.shape))
        .map((field) => `${name}: ${rule} ${field}`),
    ),
  )
  expect(unknown).toEqual([])
})

test('every operation but a list, whose columns say it, has a row in the table of effects; its fresh code follows', async () => {
  const others = (await listOperations()).filter(({ kind }) => kind !== 'list')
  expect(listEffectNames().sort()).toEqual(others.map(({ name }) => name).sort())
  const differ = others.filter((one) => (one.needsCode ?? false) !== needsFreshCode(one))
  expect(differ.map(({ name }) => name)).toEqual([])
})

test('a record or report that can uncover something about persons has each reading logged', async () => {
  const readings = (await listOperations()).filter(({ kind }) => kind === 'record' || kind === 'report')
  const quiet = readings.filter((one) => one.uncovers !== undefined && !showsPerson(one))
  expect(quiet.map(({ name }) => name)).toEqual([])
})

test('the CSV of every list with a column about persons needs a fresh code, and no other', async () => {
  const lists = (await listOperations()).flatMap((one) => (one.kind === 'list' ? [one] : []))
  const people = lists.filter(({ columns }) => columns.some(({ kind }) => isMasked(kind)))
  expect(people.map(({ name }) => name)).toContain('users list')
  expect(lists.filter(needsFreshCode)).toEqual(people)
})

test('what stops something is a change, which mails the operators', async () => {
  const stops = (await listOperations()).filter(stopsSomething)
  expect(stops.map(({ name }) => name)).toContain('users hold')
  expect(stops.filter(({ kind }) => kind !== 'change')).toEqual([])
})

test('what may wait for a second person has an effect that calls for one, and what only stops never waits', async () => {
  const waiting = (await listOperations()).filter(
    (one) => 'needsSecondPerson' in one && one.needsSecondPerson,
  )
  expect(waiting.length).toBeGreaterThan(10)
  const harmless = new Set(['narrows', 'many at once', 'shows a person'])
  const odd = waiting.filter((one) => !findEffects(one).some((effect) => !harmless.has(effect)))
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('what is done to several records at once needs a fresh code, where it has an effect at all', async () => {
  const operations = await listOperations()
  const ofSeveral = operations.filter(({ name }) => name.endsWith('-each'))
  const withEffects = ofSeveral.filter((one) => findEffects(one).length > 0)
  expect(withEffects.map(({ name }) => name)).toContain('users hold-each')
  expect(withEffects.filter((one) => !one.needsCode).map(({ name }) => name)).toEqual([])
  const effects = new Map(operations.map((one) => [one.name, findEffects(one).length]))
  const alone = withEffects.filter(({ name }) => effects.get(name.replace(/-each$/, '')) === 0)
  // Words to one member need none; the same words to 200 do.
  expect(alone.map(({ name }) => name)).toEqual(['claims answer-each'])
})
