import { z } from 'zod/v4'
import { CLAIM_KINDS, CLAIM_STATES } from '~/platform/db/schema/claims'
import { DECLINE_REASONS } from '~/platform/config/network'
import { claimFields, orderAmount } from '~/domain/tracking/claim-input.server'
import { listSchema, ofMember, operation, rowId } from './operation'
import { instant, one, rupees } from './shapes'

const claimEntry = z
  .strictObject({
    id: z.int(),
    number: z.string().meta({ description: "As pages show it: 'CL-7'." }),
    kind: z.enum(CLAIM_KINDS),
    state: z.enum(CLAIM_STATES),
    visit: z.string().nullable().meta({ description: 'Number of the visit; null: about a withdrawal.' }),
    withdrawal: z.int().nullable(),
    store: z.string().nullable(),
    order_number: z.string().nullable(),
    amount: rupees.nullable().meta({ description: 'Of the order, in rupees.' }),
    received_at: instant,
    answer_by: instant.meta({ description: 'UTC; the promised end.' }),
    ended_at: instant.nullable(),
    decline_reason: z
      .enum([...DECLINE_REASONS, 'not-said'])
      .nullable()
      .meta({ description: 'Null: not declined.' }),
  })
  .meta({ id: 'Claim' })

export const listClaims = operation({
  id: 'claims',
  summary: 'Lists the claims of the member, newest first',
  ...ofMember,
  answers: { 200: listSchema(claimEntry) },
  failure: 'Failed to load your claims',
})

export const openClaim = operation({
  id: 'openClaim',
  summary: 'Opens a claim about a visit or a withdrawal; a second one about the same is refused with 409',
  ...ofMember,
  body: z.object({
    kind: claimFields.kind,
    text: claimFields.text.meta({ description: 'What happened, in up to 1,000 characters.' }),
    visit: z.string().max(40).optional().meta({ description: "Number of the visit: 'DV-7K2M9QX4'." }),
    withdrawal: rowId.optional().meta({ description: 'Id of the withdrawal, in place of a visit.' }),
    order_number: claimFields.order_number,
    amount: z
      .union([z.number(), z.string()])
      .transform(String)
      .pipe(orderAmount)
      .optional()
      .meta({ description: 'Value of the order in rupees.' }),
    app_order: z.boolean().optional().meta({ description: 'Ordered in the app of the store.' }),
  }),
  answers: { 201: one(claimEntry) },
  refusals: [404, 409, 422],
  failure: 'Something went wrong.',
})
