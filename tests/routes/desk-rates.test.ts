/** Rates from a day on, and flash sales, at the desk without scripts: entered, listed, cancelled, and refused at the field. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { findOperation } from '~/desk/find-operation'
import { db } from '~/platform/db/client.server'
import { approvals } from '~/platform/db/schema/operations'
import { campaigns, plannedRates } from '~/platform/db/schema/catalogue'
import type { Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { pressConfirm, sendForm } from '../support/desk-forms'
import type { Input } from '../support/typed-commands'
import { makeOffer } from '../wallet/support'

let cato: Visitor
let bea: Visitor

beforeAll(async () => {
  cato = (await signedInAtDesk('catalogue', 'Cato Rao')).visitor
  bea = (await signedInAtDesk('catalogue', 'Bea Iyer')).visitor
})

const send = async (visitor: Visitor, name: string, input: Input) =>
  sendForm(visitor, (await findOperation(name))!, { input })

async function perform(visitor: Visitor, name: string, input: Input) {
  const preview = await send(visitor, name, input)
  const done = await pressConfirm(visitor, preview)
  if (!done) throw new Error(preview.text)
  return { preview, done }
}

const readPlans = (offer: number) =>
  db.select().from(plannedRates).where(eq(plannedRates.campaign_id, offer)).orderBy(plannedRates.id)

test('a rate of next week is previewed, waits, is shown with its offer, and is cancelled', async () => {
  const { id } = await makeOffer()
  const { preview, done } = await perform(cato, 'rates set-offer', {
    offer: `${id}`,
    payout: '7%',
    from: '2099-12-05',
    to: '2099-12-07',
  })
  expect(preview.text).toContain(
    'from 5 Dec 2099 until the end of 7 Dec 2099: the rate of 1 of 1 offer changes',
  )
  expect(preview.text).toContain('5.00% -> 7.00%')
  expect(done.text).toContain('Rates from a day on')
  const [plan] = await readPlans(id)
  expect(plan).toMatchObject({ state: 'waits', made_by: 'Cato Rao@desk', payout_hundredths: 700n })
  const record = await cato.get(`/Desk/catalogue/show?offer=${id}`)
  expect(record.text).toMatch(/Rates from a day on[^]*waits[^]*7\.00%/)
  const list = await cato.get('/Desk/rates/planned?state=waits')
  expect(list.body).toContain(`/Desk/rates/cancel?id=${plan!.id}`)
  const cancelled = await perform(cato, 'rates cancel', { id: `${plan!.id}` })
  expect(cancelled.preview.text).toContain(`Cancels planned rate ${plan!.id} (7.00% from 5 Dec 2099`)
  expect((await readPlans(id))[0]).toMatchObject({ state: 'cancelled' })
  expect((await send(cato, 'rates cancel', { id: `${plan!.id}` })).text).toContain('is cancelled already')
})

test.each([
  [{ from: '2020-01-01' }, '1 Jan 2020 is over: choose today or a later day.'],
  [{ to: '2020-01-01' }, '1 Jan 2020 is over: choose today or a later day.'],
  [{ from: 'next week' }, 'It must be a day: 2026-11-21, today or yesterday.'],
  [{ from: '2099-12-05', to: '2099-12-01' }, 'is after'],
])('the days %o are refused at their field, with what was typed', async (days, words) => {
  const { id } = await makeOffer()
  const refused = await send(cato, 'rates set-offer', { offer: `${id}`, payout: '7.25%', ...days })
  expect(refused.text).toContain(words)
  expect(refused.body).toContain('value="7.25%"')
  expect(await readPlans(id)).toEqual([])
})

test('a commission has no first day', async () => {
  const { brand_id } = await makeOffer()
  const store = `shop-${brand_id}`
  const refused = await send(cato, 'rates set-store', {
    store,
    payout: '5%',
    commission: '9%',
    from: '2099-12-05',
  })
  expect(refused.text).toMatch(/excludes|no store/)
})

test('a rate above the guard waits for another person when it is entered, and begins on its day after that', async () => {
  const { id } = await makeOffer({ commission_hundredths: 600n, commission_model: 'percentage' })
  const input = { offer: `${id}`, payout: '9%', from: '2099-12-05' }
  const asked = await perform(cato, 'rates set-offer', input)
  expect(asked.preview.text).toContain('a second person has to agree')
  expect(await readPlans(id)).toEqual([])
  const [approval] = await db.select().from(approvals).where(eq(approvals.state, 'waiting'))
  expect(approval).toMatchObject({ asked_by: 'Cato Rao@desk' })
  await perform(bea, 'rates set-offer', input)
  expect(await readPlans(id)).toMatchObject([
    { state: 'waits', agreed: [expect.stringContaining('9.00% of 6.00%')] },
  ])
  await applyDueRates(new Date('2099-12-05T00:00:00+05:30'))
  expect(await readPlans(id)).toMatchObject([{ state: 'applied' }])
})

describe('a flash sale at the desk', () => {
  test('is refused at the rate of every day, at its field, with the sentence that says so', async () => {
    const { id } = await makeOffer()
    const typed = { day: '2099-12-25', offer: `${id}` }
    const same = await send(cato, 'flash-sale set', { ...typed, payout: '5%' })
    expect(same.text).toContain(
      'A flash sale needs a rate above the store’s median of the last 30 days, which is 5.00%, and above what the offer pays without it.',
    )
    expect(same.body).toContain('value="5%"')
    const none = await send(cato, 'flash-sale set', typed)
    expect(none.text).toContain('A flash sale has a rate of its day: say what the offer pays on it.')
  })

  test('with a higher rate is listed with both, and ends by none', async () => {
    const { id, title } = await makeOffer()
    const { preview } = await perform(cato, 'flash-sale set', {
      day: '2099-12-25',
      offer: `${id}`,
      payout: '8%',
    })
    expect(preview.text).toContain(`Sets the flash sale of 2099-12-25 to ‘${title}’ at 8.00%`)
    const list = await cato.get('/Desk/flash-sale/list')
    expect(list.text).toMatch(/2099-12-25[^]*8\.00%[^]*5\.00%/)
    await perform(cato, 'flash-sale set', { day: '2099-12-25', offer: 'none' })
    expect((await cato.get('/Desk/flash-sale/list')).text).not.toContain('2099-12-25')
    const [offer] = await db.select().from(campaigns).where(eq(campaigns.id, id))
    expect(offer!.set_payout_hundredths).toBeNull()
  })
})
