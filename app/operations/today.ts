import { listHeard, listWaiting, type Heard, type Waiting } from '~/alerts/waiting.server'
import { db } from '~/db/client.server'
import { hasSecondPerson } from '~/settings/set-setting.server'
import { describeColumns, describeData, describeRows } from './columns'
import { toFlag } from './command-text'
import { defineReport } from './define'
import { noteIf, type Topic } from './operation'

const waiting = describeColumns<Waiting>()
const WAITING_COLUMNS = [
  waiting.text('what', { title: 'waits', next: ({ operation, input }) => ({ operation, input }) }),
  waiting.count('count'),
  waiting.time('oldest', { title: 'oldest since' }),
  waiting.text('see', ({ operation, input }) => [operation, ...writeFlags(input)].join(' '), {
    isCommand: true,
  }),
]

const writeFlags = (input: Waiting['input']) =>
  Object.entries(input).flatMap(([field, value]) => [toFlag(field), ...(value === 'yes' ? [] : [value])])

const heard = describeColumns<Heard>()
const HEARD_COLUMNS = [
  heard.text('what', { title: 'source' }),
  heard.time('last', { title: 'last heard', screen: ({ last }) => last ?? 'never' }),
  heard.state('state'),
]

const today = defineReport({
  name: 'today',
  title: 'Today',
  summary: 'all that waits, with count and age of the oldest, and what is silent',
  role: 'viewer',
  async read(_, { by }) {
    const [rows, heard, isGuarded] = await Promise.all([listWaiting(), listHeard(), hasSecondPerson(db, by)])
    return {
      facts: describeData('yes', { four_eyes: isGuarded }),
      tables: [
        describeRows(
          'waiting',
          WAITING_COLUMNS,
          rows.filter(({ count }) => count > 0),
          { none: 'Nothing waits.' },
        ),
        describeRows('heard', HEARD_COLUMNS, heard),
      ],
      notes: noteIf(!isGuarded, 'Four eyes is off: nobody else has used these commands within 90 days.'),
    }
  },
})

export const topic: Topic = { operations: [today] }
