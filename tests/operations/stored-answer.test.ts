import { expect, test } from 'vitest'
import { formatCell, maskCell } from '~/desk/cells'
import { describeColumns, describeRows } from '~/desk/columns'
import { MOST_STORED, readAnswer, formatAnswer } from '~/desk/stored-answer'

interface Row {
  user_id: number
  username: string
  amount: bigint
  at: Date
}

const column = describeColumns<Row>()
const COLUMNS = [
  column.member('user_id', {
    next: ({ user_id }) => ({ operation: 'users show', input: { member: user_id } }),
  }),
  column.name('username', { title: 'name' }),
  column.money('amount'),
  column.time('at', { screen: () => 'today', only: 'screen' }),
]
const row: Row = { user_id: 7, username: 'Asha', amount: 12_345n, at: new Date('2026-11-26T04:00:00Z') }

test('a stored answer keeps values, masks, links, and the values for screens', () => {
  const answer = {
    facts: [{ name: 'sum', kind: 'money' as const, value: 5n }],
    tables: [describeRows('members', COLUMNS, [row], { one: 'member', most: 200 })],
    notes: ['Once.'],
  }
  const read = readAnswer(formatAnswer(answer))
  expect(read.facts).toEqual(answer.facts)
  expect(read.notes).toEqual(['Once.'])
  const [table] = read.tables
  expect(table).toMatchObject({ name: 'members', one: 'member', most: 200 })
  const cells = (table!.rows as readonly unknown[]).map((each) =>
    table!.columns.map(({ kind, value, screen, next }) => ({
      text: formatCell(kind, maskCell(kind, value(each as never), { role: 'viewer', uncovers: false })),
      screen: screen?.(each as never),
      next: next?.(each as never),
    })),
  )
  expect(cells).toEqual([
    [
      { text: '7', screen: undefined, next: { operation: 'users show', input: { member: 7 } } },
      { text: '••••', screen: undefined, next: undefined },
      { text: 'Rs. 123.45', screen: undefined, next: undefined },
      { text: expect.stringContaining('2026'), screen: 'today', next: undefined },
    ],
  ])
})

test('a table that is too long is cut, and a note says so', () => {
  const rows = Array.from({ length: MOST_STORED + 1 }, () => row)
  const { tables, notes } = readAnswer(formatAnswer({ tables: [describeRows('members', COLUMNS, rows)] }))
  expect(tables[0]!.rows).toHaveLength(MOST_STORED)
  expect(notes).toEqual([`members: the first ${MOST_STORED} of ${MOST_STORED + 1} rows.`])
})
