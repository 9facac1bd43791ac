// Following a store: the form on its page, the list in the account, and the redirect through sign-in.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { MOST_FOLLOWED } from '~/domain/catalog/follows.server'
import { buildUnfollowPath } from '~/domain/outreach/unsubscribe-paths.server'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { followedStores } from '~/platform/db/schema/follows'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor, type Fields } from '../support/app'
import { signedIn } from '../support/people'

const PAGE = '/Offers/KAVYA'

beforeAll(async () => {
  const store = await addStore({ coupon_code: 'KAVYA', name: 'Kavya' })
  await addOffer({ brand_id: store.id, payout_hundredths: 500n })
})

const send = (visitor: ReturnType<typeof newVisitor>, follow: string, from = PAGE) =>
  visitor.post(PAGE, { from, follow })

test('a member follows a store, sees it in the list, and unfollows it in either place', async () => {
  const { id, visitor } = await signedIn()
  const list = () => db.select().from(followedStores).where(eq(followedStores.user_id, id))
  expect((await visitor.get('/Account/Stores')).text).toContain('You follow no store yet.')
  expect((await visitor.get(PAGE)).body).toContain('value="yes" class="button">Follow<')
  const followed = await send(visitor, 'yes')
  expect([followed.status, followed.location]).toEqual([303, PAGE])
  const page = await visitor.follow(followed)
  expect(page.text).toContain('You follow Kavya. We tell you when its rate rises or a code arrives.')
  expect(page.text).toContain('Following (press to unfollow)')
  expect(page.headers.get('Cache-Control')).toContain('private')
  await send(visitor, 'yes')
  expect(await list()).toHaveLength(1)
  const stores = await visitor.get('/Account/Stores')
  expect(stores.text).toMatch(/Kavya\s+1 Offer/)
  const left = await visitor.post('/Account/Stores', { from: '/Account/Stores', store: 'KAVYA' })
  expect((await visitor.follow(left)).text).toContain('You do not follow Kavya any more.')
  await send(visitor, 'yes')
  await send(visitor, 'no')
  expect(await list()).toEqual([])
  const unknown = await visitor.post('/Account/Stores', { from: '/Account/Stores', store: 'nothing' })
  expect((await visitor.follow(unknown)).text).toContain('This store is no longer there.')
})

test('a guest is redirected through sign-in and back, and then follows the store', async () => {
  const guest = newVisitor()
  const shared = await guest.get(PAGE)
  expect(shared.headers.get('Cache-Control')).toContain('public')
  const answer = await send(guest, 'yes')
  expect([answer.status, answer.location]).toEqual([303, `${PAGE}?follow=&dialog=sign-in`])
  const dialog = await guest.follow(answer)
  expect(dialog.text).toContain('Sign in to follow this store.')
  const phone_number = '+919876511111'
  await signedIn({ phone_number, password_hash: await hashPassword('a quiet river') })
  const from = `${PAGE}?follow=&dialog=sign-in`
  const signed = await guest.post('/auth/sign-in', {
    from,
    phone_number: '9876511111',
    password: 'a quiet river',
  })
  expect([signed.status, signed.location]).toEqual([303, `${PAGE}?follow=`])
  const followed = await guest.get(signed.location!)
  expect([followed.status, followed.location]).toEqual([303, PAGE])
  const back = await guest.follow(followed)
  expect(back.text).toContain('You follow Kavya. We tell you when its rate rises or a code arrives.')
  expect(back.text).toContain('Following (press to unfollow)')
})

test('a guest who signs up after Follow sees both notices and follows the store', async () => {
  const guest = newVisitor()
  const named = '/Offers/kavya'
  const answer = await guest.post(PAGE, { from: named, follow: 'yes' })
  expect(answer.location).toBe(`${named}?follow=&dialog=sign-in`)
  const at = `${named}?follow=&dialog=`
  const person = {
    username: 'Ravi Menon',
    email: 'ravi.follows@mail.example',
    phone_number: '9876511177',
    password: 'a quiet river at noon',
    agreeToTerms: 'on',
    referred_by: '',
  }
  const otp = await guest.follow(await guest.post('/auth/sign-up', { ...person, from: `${at}sign-up` }))
  const [, code] = /Your code is (\d{4})/.exec(otp.text)!
  const joined = await guest.post('/auth/otp', { otp: code!, from: `${at}otp` })
  expect(joined.location).toBe(`${named}?follow=`)
  const back = await guest.follow(await guest.get(joined.location!))
  expect(back.text).toContain('Signup Successful!')
  expect(back.text).toContain('You follow Kavya. We tell you when its rate rises or a code arrives.')
  expect(back.text).toContain('Following (press to unfollow)')
})

test('a store’s page is shown and asks again when the follow fails', async () => {
  const { visitor } = await signedIn()
  const guest = newVisitor()
  await send(guest, 'yes')
  visitor.cookies.set('follow', guest.cookies.get('follow')!)
  await db.execute(sql`ALTER TABLE followed_stores RENAME TO followed_stores_lost`)
  try {
    const page = await visitor.get(`${PAGE}?follow=`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('You are signed in. Press Follow')
  } finally {
    await db.execute(sql`ALTER TABLE followed_stores_lost RENAME TO followed_stores`)
  }
})

test('a link alone makes no member follow, nor does the wish for another store', async () => {
  const { id, visitor } = await signedIn()
  await addStore({ coupon_code: 'WISHED', name: 'Wished' })
  const guest = newVisitor()
  await guest.post('/Offers/WISHED', { from: '/Offers/WISHED', follow: 'yes' })
  visitor.cookies.set('follow', guest.cookies.get('follow')!)
  const page = await visitor.get(`${PAGE}?follow=`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('You are signed in. Press Follow')
  expect(await db.select().from(followedStores).where(eq(followedStores.user_id, id))).toEqual([])
})

test.each<Fields>([{}, { follow: 'perhaps' }, { follow: ['yes', 'no'] }])(
  'a form with %j changes nothing',
  async (fields) => {
    const { id, visitor } = await signedIn()
    expect((await visitor.post(PAGE, { from: PAGE, ...fields })).status).toBe(303)
    expect(await db.select().from(followedStores).where(eq(followedStores.user_id, id))).toEqual([])
  },
)

test(`the ${MOST_FOLLOWED + 1}st store is refused with a text that says why`, async () => {
  const { id, visitor } = await signedIn()
  const many = await db
    .insert(brands)
    .values(
      Array.from({ length: MOST_FOLLOWED }, (_, i) => ({
        source: 'full',
        external_id: String(i),
        coupon_code: `full-${i}`,
        name: `Full ${i}`,
      })),
    )
    .returning()
  await db.insert(followedStores).values(many.map((one) => ({ user_id: id, brand_id: one.id })))
  const page = await visitor.follow(await send(visitor, 'yes'))
  expect(page.text).toContain(`You can follow ${MOST_FOLLOWED} stores. Unfollow one of them first.`)
})

test('the list alone fails while its table is missing', async () => {
  const { visitor } = await signedIn()
  await db.execute(sql`ALTER TABLE followed_stores RENAME TO followed_stores_lost`)
  try {
    const page = await visitor.get('/Account/Stores')
    expect(page.status).toBe(503)
    expect(page.text).toContain('Failed to load your stores')
    expect((await visitor.get(PAGE)).text).toContain('Follow')
  } finally {
    await db.execute(sql`ALTER TABLE followed_stores_lost RENAME TO followed_stores`)
  }
})

test('the link of a mail about one store asks, unfollows that store without a session, and may be used twice', async () => {
  const { visitor, id } = await signedIn()
  await addStore({ coupon_code: 'OTHER', name: 'Other' })
  await send(visitor, 'yes')
  await visitor.post('/Offers/OTHER', { from: '/Offers/OTHER', follow: 'yes' })
  const followed = () => db.select().from(followedStores).where(eq(followedStores.user_id, id))
  const guest = newVisitor()
  const path = buildUnfollowPath(id, 'KAVYA')
  const asked = await guest.get(path)
  expect([asked.status, asked.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  expect(asked.text).toContain('Unfollow Kavya?')
  expect(await followed()).toHaveLength(2)
  for (let n = 0; n < 2; n++) {
    const left = await guest.post(path, {})
    expect(left.status).toBe(200)
    expect(left.text).toContain('You do not follow Kavya any more.')
    expect(await followed()).toHaveLength(1)
  }
  for (const other of [
    path.replace('KAVYA', 'OTHER'),
    path.replace(`-${id}-`, `-${id + 1}-`),
    buildUnfollowPath(id, 'GONE'),
    // The name of a store is no code: it may be the former code of another one.
    buildUnfollowPath(id, 'Other'),
  ])
    expect((await guest.post(other, {})).status).toBe(404)
  expect(await followed()).toHaveLength(1)
})
