import { formatCount } from '~/platform/formats/count'
import type { CellReader } from '~/desk/cells'
import { CLAIM_COLUMNS } from '~/desk/claim-columns'
import { listWaitingClaims } from '~/domain/tracking/read-claims.server'
import { toHeads, toRows } from './views/answer.server'
import { readChosenRows, type ChosenView } from './views/chosen.server'
import { buildOperationPath } from './views/paths'
import type { TableView } from './views/view'

const MOST = 100

/** A phone shows only the first of these columns. */
const SHOWN = [
  'id',
  'username',
  'answer_by',
  'kind',
  'state',
  'store',
  'order_number',
  'visit',
  'withdrawal',
  'created_at',
  'user_id',
].map((name) => CLAIM_COLUMNS.find((column) => column.name === name)!)

export interface Queue {
  waiting: TableView
  chosen: ChosenView | null
  count: string
}

export async function readQueue(reader: CellReader): Promise<Queue> {
  const { rows, count, late } = await listWaitingClaims(MOST)
  const choosing = await readChosenRows('claims list', rows, ({ id }) => id, reader)
  return {
    count: [
      formatCount(count, 'claim'),
      ...(late ? [`${late} late`] : []),
      ...(count > rows.length ? [`the first ${rows.length} are shown`] : []),
    ].join(', '),
    chosen: choosing?.chosen ?? null,
    waiting: {
      choice: choosing?.choice,
      name: 'waiting',
      heads: toHeads(SHOWN),
      rows: toRows(SHOWN, rows, reader, { toRecord: (id) => buildOperationPath('claims show', { id }) }),
      hasTotal: false,
      words: rows.length ? undefined : 'No claim waits for us.',
    },
  }
}
