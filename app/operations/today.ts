import { z } from 'zod/v4'
import { describeColumns, describeTable } from './columns'
import { operation, type Topic } from './operation'
import { isFourEyesOn, listHeard, listWaiting, type Heard, type Waiting } from './today.server'

const waiting = describeColumns<Waiting>()
const WAITING_COLUMNS = [
  waiting.text('what', { title: 'waits' }),
  waiting.count('count'),
  waiting.time('oldest', { title: 'oldest since' }),
  waiting.text('see', ({ operation, flags }) => [operation, flags].filter(Boolean).join(' ')),
]

const heard = describeColumns<Heard>()
const HEARD_COLUMNS = [
  heard.text('what', { title: 'source' }),
  heard.text('heard', ({ last }) => (last ? null : 'never'), { only: 'screen', title: ' ' }),
  heard.time('last', { title: 'last heard' }),
]

const today = operation({
  name: 'today',
  title: 'Today',
  summary: 'all that waits, with count and age of the oldest, and what is silent',
  role: 'viewer',
  kind: 'report',
  input: z.object({}),
  async read(_, { by }) {
    const [rows, heard, isGuarded] = await Promise.all([listWaiting(), listHeard(), isFourEyesOn(by)])
    return {
      facts: [{ name: 'four_eyes', kind: 'yes', value: isGuarded, only: 'data' }],
      tables: [
        describeTable({
          name: 'waiting',
          columns: WAITING_COLUMNS,
          rows: rows.filter(({ count }) => count > 0),
          none: 'Nothing waits.',
        }),
        describeTable({ name: 'heard', columns: HEARD_COLUMNS, rows: heard }),
      ],
      notes: isGuarded ? [] : ['Four eyes is off: nobody else has used these commands within 90 days.'],
    }
  },
})

export const topic: Topic = { operations: [today] }
