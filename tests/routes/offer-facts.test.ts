/** What the pages of an offer and its store say of a code and of earlier rates (docs/rules.md#65, #66). */
import { expect, test } from 'vitest'
import { offersPath } from '~/domain/catalog/links'
import { db } from '~/platform/db/client.server'
import { storeRates } from '~/platform/db/schema/catalogue'
import { catalogMessages } from '~/messages/catalog'
import { offerPath } from '~/paths'
import { addStore, addOffer, day } from '../support/catalogue'
import { newVisitor } from '../support/app'

const WARNING = ' Use the code or the cashback, not both.'

test.each([
  [true, 'feed', 'Orders with this code keep their cashback (according to the store’s feed, 21 Nov 2026).'],
  [true, 'operator', 'Orders with this code keep their cashback (according to our team, 21 Nov 2026).'],
  [
    false,
    'feed',
    `Orders with this code get no cashback (according to the store’s feed, 21 Nov 2026).${WARNING}`,
  ],
  [
    false,
    'operator',
    `Orders with this code get no cashback (according to our team, 21 Nov 2026).${WARNING}`,
  ],
  [null, null, 'We do not know whether orders with this code keep their cashback.'],
])('a code with keeps_cashback %s of %s shows: %s', async (keeps_cashback, keeps_source, sentence) => {
  const { id: brand_id, coupon_code } = await addStore()
  const keeps_since = keeps_source && '2026-11-21'
  const code = `KEEP-${brand_id}`
  const { slug } = await addOffer({ brand_id, code, keeps_cashback, keeps_source, keeps_since })
  const { yes, no, unknown } = catalogMessages.keepsCashback
  const onCard = keeps_cashback === null ? unknown : keeps_cashback ? yes : no
  const offer = await newVisitor().get(offerPath(slug))
  expect(offer.text).toContain(sentence)
  const store = await newVisitor().get(offersPath(coupon_code))
  expect(store.text).toContain(onCard)
})

test.each([
  [[500n, 400n], 'Up to 8.00% now; in the last 60 days 4.00% to 8.00%, mostly 5.00%'],
  [[800n, 800n], 'Up to 8.00% now, and in all of the last 60 days'],
])('a store that paid %s before shows: %s', async ([first, second], sentence) => {
  const { id, coupon_code } = await addStore()
  const row = (days: number, percent: bigint) => ({ store: id, at: day(-days), percent, rupees: null })
  await db.insert(storeRates).values([row(60.5, first!), row(10, second!)])
  await addOffer({ brand_id: id, payout_hundredths: 800n })
  expect((await newVisitor().get(offersPath(coupon_code))).text).toContain(sentence)
})
