import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, users } from '~/platform/db/schema/members'
import { clicks } from '~/platform/db/schema/clicks'
import { claimGuestClicks } from '~/domain/tracking/guest-claims.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { addUser, newPhone, PASSWORD } from '../accounts/people'
import { newVisitor, request, type Visitor } from '../support/app'
import { makeOffer } from '../wallet/support'

vi.spyOn(console, 'info').mockImplementation(() => {})

/** Returns the click id that the network receives. */
async function clickAsGuest(visitor: Visitor, offerId: number): Promise<string> {
  const answer = await visitor.get(`/out/${offerId}`)
  expect(answer.status).toBe(302)
  return new URL(answer.location!).searchParams.get('p1')!
}

async function signUp(visitor: Visitor, page = '/?dialog=sign-up'): Promise<number> {
  const phone_number = newPhone()
  const form = {
    username: 'Meera Nair',
    phone_number,
    email: `${phone_number.slice(1)}@mail.example`,
    password: PASSWORD,
    agreeToTerms: 'on',
    request_key: crypto.randomUUID(),
    from: page,
  }
  expect((await visitor.post('/auth/sign-up', form)).location).toContain('dialog=otp')
  const [challenge] = await db
    .select()
    .from(otpChallenges)
    .where(eq(otpChallenges.phone_number, phone_number))
  const end = await visitor.post('/auth/otp', { otp: challenge!.demo_code!, from: '/?dialog=otp' })
  expect(end.status).toBe(303)
  const [user] = await db.select().from(users).where(eq(users.phone_number, phone_number))
  return user!.id
}

const sell = (p1: string, status: string) =>
  request(
    `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=T${p1}&sale_amount=1000&status=${status}`,
  )
/** Undefined: nothing is pending. */
const readPending = async (visitor: Visitor) =>
  /data-balance="pending"[^>]*>([^<]*)</.exec((await visitor.get('/Account/Wallet')).body)?.[1]

describe('sign-up after guest clicks in the same browser', () => {
  test.each(['/?dialog=sign-up', '/Singup'])(
    'at %s: moves the pending sale of the click to the new account',
    async (page) => {
      const { id } = await makeOffer({ guest_clicks: true })
      const visitor = newVisitor()
      const p1 = await clickAsGuest(visitor, id)
      const cookie = visitor.cookies.get('guest_clicks')!
      expect(cookie).toMatch(/^[\w-]+$/)
      expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(p1)
      await sell(p1, 'pending')
      const userId = await signUp(visitor, page)
      expect(visitor.cookies.has('guest_clicks')).toBe(false)
      expect(await readPending(visitor)).toBe('Rs. 50.00')
      const [row] = await db.select().from(clicks).where(eq(clicks.id, p1))
      expect(row).toMatchObject({ user_id: 9, claimed_by: userId })
    },
  )

  test('claims every click of the browser, also for later sales', async () => {
    const [one, two] = [await makeOffer({ guest_clicks: true }), await makeOffer({ guest_clicks: true })]
    const visitor = newVisitor()
    const ids = [await clickAsGuest(visitor, one.id), await clickAsGuest(visitor, two.id)]
    await signUp(visitor)
    for (const p1 of ids) await sell(p1, 'pending')
    expect(await readPending(visitor)).toBe('Rs. 100.00')
  })

  test('uses an HttpOnly cookie of 7 days with the latest 20 clicks', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    const visitor = newVisitor()
    const made: string[] = []
    for (let i = 0; i < 22; i++) made.push(await clickAsGuest(visitor, id))
    const answer = await visitor.get(`/out/${id}`)
    made.push(new URL(answer.location!).searchParams.get('p1')!)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^guest_clicks=[\w-]{100,1500}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    )
    const userId = await signUp(visitor)
    const claimed = await db.select().from(clicks).where(eq(clicks.claimed_by, userId))
    expect(claimed.map((row) => row.id).toSorted()).toEqual(made.slice(-20).toSorted())
  })
})

test('a guest click that four accounts claim at once, twice each, belongs to one account with its sale', async () => {
  const { id } = await makeOffer({ guest_clicks: true })
  const p1 = await clickAsGuest(newVisitor(), id)
  await sell(p1, 'pending')
  const people = await Promise.all(Array.from({ length: 4 }, () => addUser()))
  const claims = [...people, ...people].map((user) => claimGuestClicks(user.id, [p1]))
  expect((await Promise.all(claims)).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  const [click] = await db.select().from(clicks).where(eq(clicks.id, p1))
  const owners = await Promise.all(people.map(async (user) => [user.id, (await readWallet(user.id)).pending]))
  expect(owners.filter(([, pending]) => pending !== 0n)).toEqual([[click!.claimed_by, 50_00n]])
  expect(await findDefects()).toEqual([])
})

describe('guest clicks are not claimed', () => {
  test('by another browser, a forged cookie or a member’s sign-in', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    const p1 = await clickAsGuest(newVisitor(), id)
    await sell(p1, 'pending')
    const other = newVisitor()
    await signUp(other)
    expect(await readPending(other)).toBeUndefined()
    const forger = newVisitor()
    const made = { until: Date.now() + 1e9, content: { clicks: [p1] } }
    forger.cookies.set('guest_clicks', Buffer.from(JSON.stringify(made)).toString('base64url'))
    await signUp(forger)
    expect(await readPending(forger)).toBeUndefined()
    const [row] = await db.select().from(clicks).where(eq(clicks.id, p1))
    expect(row!.claimed_by).toBeNull()
  })

  test('after more than 7 days', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    const visitor = newVisitor()
    const p1 = await clickAsGuest(visitor, id)
    await db.execute(sql`UPDATE clicks SET created_at = now() - interval '8 days' WHERE id = ${p1}`)
    await sell(p1, 'pending')
    await signUp(visitor)
    expect(await readPending(visitor)).toBeUndefined()
  })

  test('from a member’s click, which sets no cookie', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    const visitor = newVisitor()
    await signUp(visitor)
    await visitor.get(`/out/${id}`)
    expect(visitor.cookies.has('guest_clicks')).toBe(false)
  })
})
