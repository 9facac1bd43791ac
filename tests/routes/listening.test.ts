/** The words of a page in their order, as who listens to it or reads it in a text browser gets them. */
import { beforeAll, expect, test } from 'vitest'
import { detailTexts } from '~/components/offer/detail-texts'
import { offerPath } from '~/paths'
import { newVisitor, type Visitor } from '../support/app'
import { makeOffer } from '../wallet/support'

const t = detailTexts('en')
/** Nothing but the texts, as a browser without styles puts inline ones beside each other. */
const read = async (visitor: Visitor, path: string) => (await visitor.get(path)).body.replace(/<[^>]*>/g, '')

const guest = newVisitor()
let deal: Awaited<ReturnType<typeof makeOffer>>

beforeAll(async () => {
  deal = await makeOffer({ code: 'DHAAGA40' })
})

test.each<[what: string, path: () => string, words: RegExp]>([
  ['a Copy button and its hint', () => offerPath(deal.slug), /\bCopy Touch and hold the code/],
  ['a hint and the code', () => offerPath(deal.slug), /then choose Copy: DHAAGA40/],
])('words are apart: %s', async (_, path, words) => {
  expect(await read(guest, path())).toMatch(words)
})

test('a guest hears with Get Deal to sign in first', async () => {
  const { body } = await guest.get(offerPath(deal.slug))
  const [, id] = /<a href="\/out\/[^>]*aria-describedby="([^"]+)"/.exec(body)!
  expect(body).toContain(`<p id="${id}" class="muted text-small">${t.signInFirst}</p>`)
})

test('the See More links of home are described by the titles of their sections', async () => {
  const { body } = await guest.get('/')
  const ids = [...body.matchAll(/<a [^>]*aria-describedby="([^"]+)"[^>]*>See More</g)].map(([, id]) => id)
  const titles = ids.map((id) => new RegExp(`<h2 id="${id}">([^<]+)<`).exec(body)?.[1])
  expect(titles).toEqual(['Trending Categories', 'Top Coupons'])
})
