/** The words of a page in their order, as who listens to it or reads it in a text browser gets them. */
import { beforeAll, expect, test } from 'vitest'
import { detailTexts } from '~/catalog/detail/detail-texts'
import { campaignPath, paths } from '~/paths'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { campaign } from '../wallet/support'

const t = detailTexts('en')
/** Nothing but the texts, as a browser without styles puts inline ones beside each other. */
const read = async (visitor: Visitor, path: string) => (await visitor.get(path)).body.replace(/<[^>]*>/g, '')

const people = {} as Record<'guest' | 'member', Visitor>
let deal: Awaited<ReturnType<typeof campaign>>

beforeAll(async () => {
  people.guest = newVisitor()
  people.member = (await signedIn()).visitor
  deal = await campaign({ code: 'DHAAGA40' })
})

test.each<[what: string, who: keyof typeof people, path: () => string, words: RegExp]>([
  ['a Copy button and its hint', 'guest', () => campaignPath(deal.slug), /\bCopy Press long on the code/],
  ['a hint and the code', 'guest', () => campaignPath(deal.slug), /then choose Copy: DHAAGA40/],
  ['the bank account’s link', 'member', () => paths.wallet, /Add Details: bank account/],
  ['the UPI ID’s link', 'member', () => paths.wallet, /Add Details: UPI ID/],
  [
    'a field for password managers',
    'member',
    () => paths.changePassword,
    /Mobile number, for password managers /,
  ],
])('words are apart, and say what they are of: %s', async (_, who, path, words) => {
  expect(await read(people[who], path())).toMatch(words)
})

test('a guest hears with Get Deal to sign in first', async () => {
  const { body } = await people.guest.get(campaignPath(deal.slug))
  const [, id] = /<a href="\/out\/[^>]*aria-describedby="([^"]+)"/.exec(body)!
  expect(body).toContain(`<p id="${id}" class="muted text-small">${t.signInFirst}</p>`)
})
