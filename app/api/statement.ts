import { z } from 'zod/v4'
import { ofMember, operation } from './operation'
import { instant, rupees } from './shapes'
import { sliceQuery, sliceShape } from './slice'

const row = z
  .strictObject({
    transaction_id: z.string().meta({ description: "Id as pages show it: 'TXN00000012DD'." }),
    created_at: instant,
    amount: rupees.meta({ description: 'In rupees, negative for what left the wallet.' }),
    description: z.string().meta({ description: 'The status as text.' }),
    store: z.string().nullable(),
    balance: rupees.meta({ description: 'After the transaction, in rupees.' }),
  })
  .meta({ id: 'StatementRow' })

const day = z.iso.date().meta({ description: 'A day in India.' })
const named = (description: string) => z.string().max(40).optional().meta({ description })

export const statement = operation({
  id: 'statement',
  summary:
    'Returns the statement of a month, a financial year or two days, oldest first; without any of them, of this month',
  ...ofMember,
  query: sliceQuery.extend({
    month: named("'2026-11'."),
    year: named("April to March: '2026-27'. Ignored where a month is given."),
    from: named("The first day in India: '2026-04-01'; with `to`. A month and a year are ignored then."),
    to: named("The last day in India: '2027-03-31'."),
  }),
  answers: {
    200: z.strictObject({
      success: z.literal(true),
      from: day,
      to: day,
      opening_balance: rupees,
      closing_balance: rupees,
      sums: z
        .array(z.strictObject({ description: z.string(), amount: rupees }))
        .meta({ description: 'Of the whole period, by kind.' }),
      data: z.array(row),
      ...sliceShape,
    }),
  },
  failure: 'Failed to load your statement',
})
