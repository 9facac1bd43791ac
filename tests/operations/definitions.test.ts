import { expect, test } from 'vitest'
import { listEffects, needsFreshCode } from '~/operations/effects'
import { listOperations } from '~/operations/find-operation'
import { TOPICS } from '~/operations/topics'

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

test('every change and job has a row in the table of effects, and its fresh code follows from it', async () => {
  const guarded = (await listOperations()).filter(({ kind }) => kind === 'change' || kind === 'job')
  expect(
    listEffects()
      .map(([name]) => name)
      .sort(),
  ).toEqual(guarded.map(({ name }) => name).sort())
  for (const { name, needsCode } of guarded)
    expect([name, needsCode ?? false]).toEqual([name, needsFreshCode(name)])
})
