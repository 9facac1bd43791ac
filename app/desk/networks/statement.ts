import {
  compareStatement,
  type Comparison,
  type SideTotal,
  type ComparedSale,
} from '~/domain/tracking/network-statements.server'
import { formatCount } from '~/platform/formats/count'
import { readNetworkStatement, listStatementHeadings } from '~/domain/tracking/network-statements'
import { describeColumns, describeData, describeRows, type Table } from '../columns'
import { defineReport } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { readTableFile, mergeHeadings } from '../table-files'
import { columns, network } from './posting'

const saleColumn = describeColumns<ComparedSale>()
const SALE_COLUMNS = [
  saleColumn.count('line'),
  saleColumn.text('external_id', ({ externalId }) => externalId, { title: 'their id', width: 32 }),
  saleColumn.sale('sale', ({ ours }) => ours?.id),
  saleColumn.state('state', ({ ours }) => ours?.status),
  saleColumn.state('their_state', ({ theirs }) => theirs?.state, { title: 'theirs' }),
  saleColumn.amount('amount', ({ ours }) => ours?.sale_paise),
  saleColumn.amount('their_amount', ({ theirs }) => theirs?.amount, { title: 'theirs' }),
  saleColumn.amount('commission', ({ ours }) => ours?.network_payout_paise),
  saleColumn.amount('their_commission', ({ theirs }) => theirs?.commission, { title: 'theirs' }),
  saleColumn.text('differs', ({ differences }) => differences.join(', '), {
    screen: ({ differences, reason }) => (reason === null ? differences.join(', ') : `refused: ${reason}`),
  }),
  ...saleColumn.data('reason'),
]

interface Side extends SideTotal {
  total: 'ours' | 'theirs'
}

const side = describeColumns<Side>()
const TOTAL_COLUMNS = [side.count('sales'), side.amount('amount'), side.amount('commission')]

export const checkStatement = defineReport({
  name: 'networks statement',
  title: 'Compare a network’s statement',
  summary: 'compare a network’s report or invoice with our sales, in both directions; read-only',
  role: 'finance',
  // The checklist of a month says when it was done.
  logsReading: true,
  input: {
    network,
    file: field.file('a CSV file', { place: 'argument' }),
    ...field.days('our sales first reported'),
    columns,
    invoice: field.yes('the file has no status column and lists approved sales only'),
  },
  help: `It ends with 1 where anything differs. Sales of ours that the file has not are looked for in the period; without one,
among all sales of the network.`,
  examples: [
    'networks statement impact october.csv --from 2026-10-01 --to 2026-10-31',
    'networks statement tune invoice.csv --columns "id=Conversion,commission=Payable (INR)" --invoice',
  ],
  async read({ network: of, file, columns: headings, invoice, ...days }) {
    const read = await readTableFile(file, (text) =>
      readNetworkStatement(text, of, mergeHeadings(listStatementHeadings(of), headings)),
    )
    const found = await compareStatement(of, read, {
      ...(await readFilter(days)),
      invoice: invoice || !read.hasStates,
    })
    const { differing, same } = found
    return {
      facts: [...describeData('text', { network: of }), ...describeData('count', { same })],
      tables: [describeRows('differing', SALE_COLUMNS, differing), ...describeTotals(found)],
      notes: [`${formatCount(same, 'sale')} the same, ${formatCount(differing.length, 'difference')}`],
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
    describeRows('totals', [side.text('total'), ...TOTAL_COLUMNS], rows, { only: 'screen' }),
    ...rows.map((row) => describeRows(row.total, TOTAL_COLUMNS, [row], { only: 'data', isOne: true })),
  ]
}
