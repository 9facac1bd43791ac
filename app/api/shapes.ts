import { z } from 'zod/v4'

/** docs/rules.md#24 */
export const rupees = z.number().meta({ description: 'Amount in rupees, at most two decimals.' })
export const instant = z.iso.datetime().meta({ description: 'UTC.' })

export const cap = rupees
  .nullable()
  .meta({ description: 'Maximum cashback per sale, in rupees; null if there is no cap.' })

export const campaign = z
  .strictObject({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    description: z.string().meta({ description: 'Sanitized HTML.' }),
    kpi: z.string().meta({ description: 'The terms, as sanitized HTML.' }),
    logo_url: z.string().nullable(),
    banner_url: z.string().nullable(),
    img: z.string().nullable(),
    code: z.string().nullable(),
    keeps_cashback: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether an order with the code keeps its cashback; null: not known.' }),
    keeps_cashback_source: z
      .string()
      .nullable()
      .meta({ description: 'Who said so: feed or operator; null: nobody.' }),
    keeps_cashback_since: z.iso
      .date()
      .nullable()
      .meta({ description: 'The day in India on which it was said.' }),
    categories: z
      .string()
      .nullable()
      .meta({ description: 'A JSON array as text, as received from the network.' }),
    category: z.string().nullable(),
    brand: z.string(),
    coupon_code: z.string().meta({ description: 'Identifier of the store, as in /Offers/{coupon_code}.' }),
    coupon_count: z.int().meta({ description: 'Live coupons and offers of the store.' }),
    seo_title: z.string().nullable(),
    type: z.string(),
    offer: z.string().nullable(),
    payout: z
      .number()
      .nullable()
      .meta({ description: 'A percentage or an amount, depending on payout_model.' }),
    payout_model: z.string(),
    currency: z.string(),
    cap,
    url: z.string(),
    locale: z.string(),
    guest_clicks: z.boolean(),
    ends_at: instant.nullable(),
  })
  .meta({ id: 'Campaign' })

export const brand = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    img: z.string().nullable(),
    coupon_code: z.string(),
    coupon_count: z.int(),
    seo_title: z.string().nullable(),
    verified: z.boolean(),
    tracks_in_hours: z
      .int()
      .nullable()
      .meta({ description: 'Hours within which orders are usually tracked; null: not known.' }),
    confirms_in_days: z
      .int()
      .nullable()
      .meta({ description: 'Days after which orders are usually confirmed; null: not known.' }),
    counted_orders: z.int().nullable().meta({
      description: 'Of how many orders these figures are; null: the operator said them, or there are none.',
    }),
    app_orders: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether orders in the store’s app count; null: not said.' }),
  })
  .meta({ id: 'Brand' })

export const session = z
  .strictObject({
    token: z.string(),
    userId: z.int(),
    balance: rupees,
    username: z.string(),
    email: z.string(),
    referral_code: z.string(),
    phone_number: z.string(),
  })
  .meta({ id: 'Session' })

export const transaction = z
  .strictObject({
    id: z.int().meta({ description: 'Id of the record; pages show transaction_id.' }),
    transaction_id: z.string().meta({ description: "Id as pages show it: 'TXN00000012DD'." }),
    created_at: instant,
    amount: rupees,
    description: z.string().meta({ description: 'The status as text.' }),
    state: z
      .enum(['booked', 'pending', 'rejected'])
      .meta({ description: 'Whether the amount is in the balance, is pending, or will never be added.' }),
    store: z.string().nullable(),
    balance: rupees.nullable(),
    withdrawable_at: instant.nullable().meta({
      description: 'When confirmed cashback becomes withdrawable; null if there is no holding period.',
    }),
  })
  .meta({ id: 'Transaction' })

export const notification = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    body: z.string(),
    href: z.string(),
    created_at: instant,
    read_at: instant.nullable(),
  })
  .meta({ id: 'Notification' })

export const feedbackStats = z
  .strictObject({ percentage: z.int(), yesCount: z.int(), noCount: z.int() })
  .meta({ id: 'FeedbackStats' })

export const messageReply = z.strictObject({ success: z.literal(true), message: z.string() })

export const one = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ success: z.literal(true), data: item })
