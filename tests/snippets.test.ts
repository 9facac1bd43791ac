/** Texts for replies: placeholders are filled from the record, or the text is not offered. */
import { describe, expect, test } from 'vitest'
import {
  fillSnippet,
  findFirstName,
  findUnknownPlaceholder,
  PLACEHOLDERS,
  type SnippetFacts,
} from '~/domain/support/snippets'

const FACTS: SnippetFacts = {
  name: 'Asha',
  store: 'Voltwala',
  visit: 'DV-7K2M9QX4',
  order: null,
  amount: 'Rs. 250.00',
}

describe('a placeholder', () => {
  test.each([
    ['Hello {name}, {store} answers.', null],
    ['no placeholder at all', null],
    [
      Object.keys(PLACEHOLDERS)
        .map((name) => `{${name}}`)
        .join(' '),
      null,
    ],
    ['Hello {Name}', '{Name}'],
    ['Hello { name }', '{ name }'],
    ['{phone}', '{phone}'],
    ['{}', '{}'],
    ['{constructor}', '{constructor}'],
    ['Hello {name', '{'],
    ['Hello name}', '}'],
    ['{{name}}', '{'],
  ])('in %j is unknown as %j', (body, unknown) => {
    expect(findUnknownPlaceholder(body)).toBe(unknown)
  })

  test('is filled each time that it is there', () => {
    expect(fillSnippet('{name}: {amount} at {store}, {name}', FACTS)).toBe(
      'Asha: Rs. 250.00 at Voltwala, Asha',
    )
  })

  test('of which the record says nothing makes the text unfit', () => {
    expect(fillSnippet('Your order {order}', FACTS)).toBeNull()
    expect(fillSnippet('Your order {unknown}', FACTS)).toBeNull()
  })

  test('in a filled value is not filled again', () => {
    expect(fillSnippet('{store}', { ...FACTS, store: '{name}' })).toBe('{name}')
  })
})

test.each([
  ['Asha Verma', 'Asha'],
  ['  Ravi  ', 'Ravi'],
  ['', ''],
])('a member %j is addressed as %j', (username, name) => {
  expect(findFirstName(username)).toBe(name)
})
