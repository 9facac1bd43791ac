import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOfferListing, findSaleListing } from '~/domain/catalog/listings.server'
import { dayInIndia } from '~/platform/formats/dates'
import { makeOffer } from '../wallet/support'
import { ops, opsJson } from './support'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

test('catalogue hide needs a reason, and unhide restores the offer', async () => {
  const { id, slug, title } = await makeOffer()
  const noReason = await ops(`catalogue hide ${id}`)
  expect([noReason.code, await findOfferListing(id)]).toMatchObject([2, { id }])
  expect((await ops(`catalogue hide ${slug} --reason expired-early`)).out).toBe(
    `Done: hides ‘${title}’ on all pages.\n\nNext:\n  npm run ops -- catalogue unhide ${id}\n`,
  )
  expect(await findOfferListing(id)).toBeNull()
  expect((await ops(`catalogue unhide ${id}`)).code).toBe(0)
  expect(await findOfferListing(id)).toMatchObject({ id })
  const { code, err } = await ops('catalogue hide 999999 --reason x')
  expect([code, err]).toEqual([1, 'There is no such offer.\n  npm run ops -- catalogue list\n'])
})

test('a day has one flash sale: a date overrides its weekday, and none removes it', async () => {
  const [weekly, dated] = [await makeOffer(), await makeOffer()]
  // Midnight in India must not pass between the command and the page.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-05T06:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { date, weekday } = dayInIndia(new Date())
  const name = WEEKDAYS[weekday]!
  const set = (words: string) => ops(`flash-sale set ${words} --yes`)
  expect((await set(`${name.toLowerCase()} ${dated.id} --payout 7%`)).code).toBe(0)
  expect((await set(`${name.toLowerCase()} ${weekly.slug} --payout 7.5%`)).out).toContain(
    `Done: sets the flash sale of every ${name} to ‘${weekly.title}’ at 7.50%.\n`,
  )
  expect(await findSaleListing()).toMatchObject({ id: weekly.id })
  expect((await set(`${date} ${dated.id} --payout 8%`)).out).toContain(
    `Done: sets the flash sale of ${date} to ‘${dated.title}’ at 8.00%.\n`,
  )
  expect(await findSaleListing()).toMatchObject({ id: dated.id })
  expect((await set(`${date} none`)).out).toContain(`Done: sets the flash sale of ${date} to none.\n`)
  expect(await findSaleListing()).toMatchObject({ id: weekly.id })
  expect((await set('friday 999999 --payout 9%')).code).toBe(1)
})

describe('an offer that no page shows', () => {
  const hidden = { hidden_at: new Date('2026-11-01T00:00:00Z'), hidden_reason: 'regions without India' }
  const ended = { ends_at: new Date('2026-11-01T06:00:00Z') }
  const later = { starts_at: new Date('2099-01-05T06:00:00Z'), ends_at: new Date('2099-01-09T06:00:00Z') }

  test.each([
    ['flash-sale set friday', hidden, 'is hidden: regions without India.'],
    ['flash-sale set friday', ended, 'ended at 1 Nov 2026'],
    ['flash-sale set 2099-01-04', later, 'begins at 5 Jan 2099'],
    ['flash-sale set 2099-01-10', later, 'ended at 9 Jan 2099'],
    ['shortlinks add shown', hidden, 'is hidden: regions without India.'],
    ['shortlinks add shown', ended, 'ended at 1 Nov 2026'],
    ['shortlinks add shown', later, 'begins at 5 Jan 2099'],
  ])('is refused by %s: %o', async (command, facts, words) => {
    const { id } = await makeOffer(facts)
    const rate = command.startsWith('flash-sale') ? '--payout 9% --yes' : ''
    const { code, out, err } = await ops(`${command} ${id} ${rate}`.trim())
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(words)
  })

  test.each([
    ['the day on which it begins', '2099-01-05'],
    ['the day on which it ends', '2099-01-09'],
    ['a weekday, which recurs', 'monday'],
  ])('yet can be on sale on %s', async (_, day) => {
    const { id } = await makeOffer(later)
    expect((await ops(`flash-sale set ${day} ${id} --payout 9% --yes`)).code).toBe(0)
    expect((await ops('flash-sale list')).out).toMatch(new RegExp(` ${id} +to come `))
  })

  test('is marked in the lists when it was hidden afterwards', async () => {
    const { id } = await makeOffer()
    await ops(`flash-sale set tuesday ${id} --payout 9% --yes`)
    await ops(`shortlinks add tuesdays ${id}`)
    await ops(`catalogue hide ${id} --reason x`)
    for (const list of ['flash-sale', 'shortlinks']) {
      expect((await ops(`${list} list`)).out).toMatch(new RegExp(` ${id} +hidden `))
      expect(await opsJson(`${list} list`)).toContainEqual(
        expect.objectContaining({ campaign_id: id, state: 'hidden' }),
      )
    }
  })
})

test.each(['someday', '2026-02-30', '26-01-01', '2026-1-1'])(
  'flash-sale set refuses the day %s',
  async (day) => {
    const { code, err } = await ops(`flash-sale set ${day} 1`)
    expect(code).toBe(2)
    expect(err).toContain('It must be a weekday such as friday, or a date such as 2026-11-30.')
  },
)

test('catalogue list --search finds a word in the title, the slug or the store’s name', async () => {
  const { id, slug, title } = await makeOffer()
  for (const word of [slug, title.toUpperCase()]) {
    const { out } = await ops(`catalogue list --search "${word}" --json`)
    expect((JSON.parse(out) as { id: number }[]).map((row) => row.id)).toContain(id)
  }
  expect((await ops('catalogue list --search 50%_off')).out).toBe('No offer matches ‘50%_off’.\n')
})
