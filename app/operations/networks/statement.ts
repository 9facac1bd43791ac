import { z } from 'zod/v4'
import {
  compareStatement,
  type Comparison,
  type SideTotal,
} from '~/tracking/statement/compare-statement.server'
import type { ComparedSale } from '~/tracking/statement/our-sales.server'
import { readStatement, statementHeadings } from '~/tracking/statement/read-statement'
import { describeColumns, describeTable, type Table } from '../columns'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { operation } from '../operation'
import { inOrder } from '../relations'
import { readTableFile, withColumns } from '../table-files'
import { columns, network } from './posting'

const sale = describeColumns<ComparedSale>()
const SALE_COLUMNS = [
  sale.count('line'),
  sale.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
  sale.sale('sale', ({ ours }) => ours?.id),
  sale.state('state', ({ ours }) => ours?.status),
  sale.state('their_state', ({ theirs }) => theirs?.state, { title: 'theirs' }),
  sale.amount('amount', ({ ours }) => ours?.sale_paise),
  sale.amount('their_amount', ({ theirs }) => theirs?.amount, { title: 'theirs' }),
  sale.amount('commission', ({ ours }) => ours?.network_payout_paise),
  sale.amount('their_commission', ({ theirs }) => theirs?.commission, { title: 'theirs' }),
  sale.text(
    'difference',
    ({ differences, reason }) => (reason === null ? differences.join(', ') : `refused: ${reason}`),
    { title: 'differs', only: 'screen' },
  ),
  sale.text('differs', ({ differences }) => differences.join(', '), { only: 'data' }),
  sale.text('reason', { only: 'data' }),
]

interface Side extends SideTotal {
  total: 'ours' | 'theirs'
}

const side = describeColumns<Side>()
const TOTAL_COLUMNS = [side.count('sales'), side.amount('amount'), side.amount('commission')]

export const statement = operation({
  name: 'networks statement',
  title: 'Compare a network’s statement',
  summary: 'compare a network’s report or invoice with our sales, in both directions; read-only',
  role: 'finance',
  kind: 'report',
  input: z.object({
    network,
    file: field.file('a CSV file, or - for standard input', { place: 'argument' }),
    ...field.days('our sales first reported'),
    columns,
    invoice: field.yes('the file has no status column and lists approved sales only'),
  }),
  relations: [inOrder('from', 'to')],
  help: `It ends with 1 where anything differs. Sales of ours that the file has not are looked for in the period; without --from and
--to among all sales of the network.`,
  examples: [
    'networks statement impact october.csv --from 2026-10-01 --to 2026-10-31',
    'networks statement tune invoice.csv --columns "id=Conversion,commission=Payable (INR)" --invoice',
  ],
  async read({ network: of, file, columns: named, invoice, ...days }) {
    const read = await readTableFile(file, (text) =>
      readStatement(text, of, withColumns(statementHeadings(of), named)),
    )
    const found = await compareStatement(of, read, {
      ...(await readFilter(days)),
      invoice: invoice || !read.hasStates,
    })
    const { differing, same } = found
    const counts = `${same} sale${same === 1 ? '' : 's'} the same, ${differing.length} difference${differing.length === 1 ? '' : 's'}`
    return {
      facts: [
        { name: 'network', kind: 'text', value: of, only: 'data' },
        { name: 'same', kind: 'count', value: same, only: 'data' },
      ],
      tables: [
        describeTable({ name: 'differing', columns: SALE_COLUMNS, rows: differing }),
        ...describeTotals(found),
      ],
      notes: [counts],
      problems: differing.length ? ['The file and our sales differ.'] : [],
    }
  },
})

function describeTotals({ ours, theirs }: Comparison): Table[] {
  const rows: Side[] = [
    { total: 'ours', ...ours },
    { total: 'theirs', ...theirs },
  ]
  return [
    describeTable({ name: 'totals', columns: [side.text('total'), ...TOTAL_COLUMNS], rows, only: 'screen' }),
    ...rows.map((row) =>
      describeTable({ name: row.total, columns: TOTAL_COLUMNS, rows: [row], only: 'data', isOne: true }),
    ),
  ]
}
