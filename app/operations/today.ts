import { listSources, type Source } from '~/alerts/sources.server'
import { listWaiting, type WaitingItem } from '~/alerts/waiting.server'
import { describeColumns, describeData, describeRows } from './columns'
import { toFlag } from './command-text'
import { defineReport } from './define'
import { noteIf, type Topic } from './operation'
import { listOthersWhoMay } from './second-persons.server'

const waiting = describeColumns<WaitingItem>()
const WAITING_COLUMNS = [
  waiting.text('what', { title: 'waits', next: ({ operation, input }) => ({ operation, input }) }),
  waiting.count('count'),
  waiting.time('oldest', { title: 'oldest since' }),
  waiting.text('see', ({ operation, input }) => [operation, ...writeFlags(input)].join(' '), {
    isCommand: true,
  }),
]

const writeFlags = (input: WaitingItem['input']) =>
  Object.entries(input).flatMap(([field, value]) => [toFlag(field), ...(value === 'yes' ? [] : [value])])

const source = describeColumns<Source>()
const SOURCE_COLUMNS = [
  source.text('what', { title: 'source' }),
  source.time('last', { title: 'last heard', screen: ({ last }) => last ?? 'never' }),
  source.state('state'),
]

const today = defineReport({
  name: 'today',
  title: 'Today',
  summary: 'all that waits, with count and age of the oldest, and what is silent',
  role: 'viewer',
  async read(_, { by }) {
    const [rows, sources, others] = await Promise.all([
      listWaiting(),
      listSources(),
      listOthersWhoMay(by, 'finance'),
    ])
    const isGuarded = others.length > 0
    return {
      facts: describeData('yes', { four_eyes: isGuarded }),
      tables: [
        describeRows(
          'waiting',
          WAITING_COLUMNS,
          rows.filter(({ count }) => count > 0),
          { none: 'Nothing waits.' },
        ),
        describeRows('heard', SOURCE_COLUMNS, sources),
      ],
      notes: noteIf(
        !isGuarded,
        'Four eyes is off: nobody else who may approve payments has used a command within 90 days.',
      ),
    }
  },
})

export const topic: Topic = { operations: [today] }
