import { listAlertSources, type AlertSource } from '~/domain/alerts/sources.server'
import { listWaitingWork, type WaitingItem } from '~/domain/alerts/waiting.server'
import { db } from '~/platform/db/client.server'
import { readPersons } from '~/domain/settings/independence.server'
import { listSecondPersonWaits, type SecondPersonWait } from '~/domain/settings/second-person-requests.server'
import { formatRupees } from '~/platform/formats/money'
import { readSettings } from '~/domain/settings/settings.server'
import { listDaySums, type DaySum } from '~/domain/wallet/budget.server'
import { describeColumns, describeData, describeRows } from './columns'
import { toFlag } from './command-text'
import { defineReport } from './define'
import { nameCommand } from './find-operation'
import { listIf, type Topic } from './operation'
import { explainWait } from './approvals.server'

const waiting = describeColumns<WaitingItem>()
const WAITING_COLUMNS = [
  waiting.text('what', { title: 'waits', next: ({ operation, input }) => ({ operation, input }) }),
  waiting.count('count'),
  waiting.time('oldest', { title: 'oldest since' }),
  waiting.text('see', ({ operation, input }) => [operation, ...formatFlags(input)].join(' '), {
    isCommand: true,
  }),
]

const formatFlags = (input: WaitingItem['input']) =>
  Object.entries(input).flatMap(([field, value]) => [toFlag(field), ...(value === 'yes' ? [] : [value])])

const source = describeColumns<AlertSource>()
const SOURCE_COLUMNS = [
  source.text('what', { title: 'source' }),
  source.time('last', { title: 'last heard', screen: ({ last }) => last ?? 'never' }),
  source.state('state'),
]

const second = describeColumns<SecondPersonWait>()
const SECOND_COLUMNS = [
  second.text('subject', { title: 'request' }),
  second.text('effect', { title: 'what' }),
  second.text('requestedBy', { title: 'by' }),
  second.time('at', { title: 'since' }),
  second.text('next', (wait) => explainWait(wait), { title: 'who may agree', width: 90 }),
]

/** Of an approval, the request has only the name of its command. */
const nameEffect = async (wait: SecondPersonWait) => ({ ...wait, effect: await nameCommand(wait.effect) })

const sums = describeColumns<DaySum>()
const who = sums.text('who', ({ of }) =>
  'by' in of ? `by ${of.by}` : 'userId' in of ? `to member ${of.userId}` : `to ${of.hint}`,
)
const SUM_COLUMNS = [who, sums.money('amount')]

const today = defineReport({
  name: 'today',
  title: 'Today',
  summary: 'all that waits, with count and age of the oldest, and what is silent',
  role: 'viewer',
  async read(_, { by }) {
    const [rows, sources, seconds, days, { FOUR_EYES_ABOVE: limit }] = await Promise.all([
      listWaitingWork(),
      listAlertSources(),
      listSecondPersonWaits(),
      listDaySums(db),
      readSettings(db),
    ])
    const of = limit === null ? '' : `; above ${formatRupees(limit)} a second person agrees`
    const isGuarded = (await readPersons(db)).listOthers(by, 'finance').length > 0
    return {
      facts: describeData('yes', { four_eyes: isGuarded }),
      tables: [
        describeRows(
          'waiting',
          WAITING_COLUMNS,
          rows.filter(({ count }) => count > 0),
          { none: 'Nothing waits.' },
        ),
        ...(seconds.length
          ? [
              describeRows('second_persons', SECOND_COLUMNS, await Promise.all(seconds.map(nameEffect)), {
                title: 'For a second person',
              }),
            ]
          : []),
        ...describeSums('credited_by_hand', `Credited or debited by hand in 24 hours${of}`, days.credited),
        ...describeSums('approved_for_payment', `Approved for payment in 24 hours, the most${of}`, days.paid),
        describeRows('heard', SOURCE_COLUMNS, sources),
      ],
      notes: listIf(
        !isGuarded,
        'Nobody who may approve payments is independent of you: what needs a second person waits 24 hours, and then you confirm it alone.',
      ),
    }
  },
})

const describeSums = (name: string, title: string, rows: readonly DaySum[]) =>
  rows.length ? [describeRows(name, SUM_COLUMNS, rows, { title })] : []

export const topic: Topic = { operations: [today] }
