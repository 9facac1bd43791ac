import { z } from 'zod/v4'
import { listSchema, ofMember, operation, rowId } from './operation'
import { bankSchema, upiSchema } from '~/domain/wallet/destinations'
import { rupees, messageReply, transaction } from './shapes'
import { sliceQuery } from './slice'

export const transactions = operation({
  id: 'transactions',
  summary: 'Lists the transactions of the wallet, newest first',
  who: 'member',
  subject: 'id',
  params: z.object({ id: rowId }),
  query: sliceQuery,
  answers: { 200: listSchema(transaction) },
  failure: 'Failed to load transactions',
})

export const withdraw = operation({
  id: 'withdraw',
  summary:
    'Requests a withdrawal. A request with a repeated Idempotency-Key gets the response of the first one and has no further effect; with another amount or type it fails with 422. WITHDRAWALS_A_DAY limits the requests per day (429)',
  who: 'member',
  subject: 'userId',
  body: z.object({
    userId: rowId,
    amount: z
      .union([z.number(), z.string()], { error: 'Please enter a valid amount.' })
      .transform(String)
      .meta({
        description:
          'Amount in rupees, at most two decimals, as a number or a string; at least MIN_WITHDRAWAL (default Rs. 1.00; in demo mode any amount).',
      }),
    type: z.enum(['bank', 'upi'], { error: 'bank or upi.' }),
  }),
  answers: {
    201: z.strictObject({
      success: z.literal(true),
      message: z.string(),
      withdrawal_id: z.int(),
      status: z.string(),
      updatedBalance: rupees,
    }),
  },
  refusals: [409, 422],
  failure: 'Something went wrong.',
})

const bankShown = z.strictObject({
  acc_number: z.string().meta({ description: "The last four digits: '•••• 6789'." }),
  acc_holder_name: z.string(),
  ifsc_code: z.string(),
  bank_name: z.string(),
})

export const readBank = operation({
  id: 'readBank',
  summary: 'Returns the bank details, or null',
  ...ofMember,
  answers: { 200: z.strictObject({ success: z.literal(true), data: bankShown.nullable() }) },
})

export const changeBank = operation({
  id: 'changeBank',
  summary: 'Changes the bank details; withdrawals are on hold for a day afterwards',
  ...ofMember,
  needsPassword: true,
  body: bankSchema,
  answers: { 200: messageReply, 201: messageReply },
  failure: 'Error updating bank details!',
})

export const addBank = operation({
  id: 'addBank',
  summary: 'Adds or changes the bank details',
  who: 'member',
  needsPassword: true,
  subject: 'userId',
  body: bankSchema.extend({ userId: rowId }),
  answers: { 200: messageReply, 201: messageReply },
  failure: 'Error adding bank details!',
})

export const readUpi = operation({
  id: 'readUpi',
  summary: 'Returns the masked UPI ID, or null',
  ...ofMember,
  answers: { 200: z.strictObject({ success: z.literal(true), upi: z.string().nullable() }) },
})

export const saveUpi = operation({
  id: 'saveUpi',
  summary: 'Adds or changes the UPI ID',
  who: 'member',
  needsPassword: true,
  subject: 'userId',
  body: upiSchema.extend({ userId: rowId }),
  answers: { 200: messageReply, 201: messageReply },
})
