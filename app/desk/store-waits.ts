import { listWaits, type WaitRow } from '~/domain/catalog/waits.server'
import { db } from '~/platform/db/client.server'
import { DAY_HOURS } from '~/domain/catalog/waits'
import { describeColumns } from './columns'
import { defineList } from './define'
import * as field from './fields'
import { requireStore } from './lookups.server'
import { listIf } from './operation'

const NONE = 'none'

const formatWaitHours = (hours: number | null) =>
  hours === null ? NONE : hours <= 3 * DAY_HOURS ? `${hours} h` : `${Math.ceil(hours / DAY_HOURS)} days`

const formatKeptShare = ({ due, kept }: WaitRow) =>
  due === 0 ? 'none due' : `${Math.floor((100 * kept) / due)} % of ${due}`

const column = describeColumns<WaitRow>()
const data = { only: 'data' } as const
const screen = { only: 'screen' } as const

export const waits = defineList({
  name: 'stores waits',
  title: 'Waiting times of stores',
  summary: 'how long stores and networks take, and how many expected dates were kept',
  role: 'viewer',
  input: { store: field.store('only one store').optional(), onlyNetworks: field.yes('only the networks') },
  one: 'waiting time',
  none: 'No store and no network has 30 sales tracked 30 to 210 days ago, or the night has not come yet.',
  columns: [
    column.day('night'),
    column.store('store', { width: 30 }),
    column.text('network'),
    column.state('step', ({ step }) => (step === 'track' ? 'visit to tracked' : 'tracked to confirmed')),
    column.count('sales'),
    column.text('half', ({ p50_hours }) => formatWaitHours(p50_hours), screen),
    column.text('nine of ten', ({ p90_hours }) => formatWaitHours(p90_hours), screen),
    column.text('kept', formatKeptShare, screen),
    column.count('p50_hours', data),
    column.count('p90_hours', data),
    column.count('due', data),
    column.count('kept_dates', ({ kept }) => kept, data),
  ],
  async read({ store, onlyNetworks }, { limit }) {
    const storeId = store === undefined ? undefined : (await requireStore(store, db)).id
    return listWaits({ storeId, onlyNetworks }, limit)
  },
  notes: (rows) =>
    listIf(
      rows.some(({ p90_hours }) => p90_hours === null),
      `${NONE}: so many sales still wait that no date can be given, and none is shown.`,
    ),
})
