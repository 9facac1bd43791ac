import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { conversions } from '~/platform/db/schema/conversions'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { rewrite } from '../support/rewrite'
import { earn } from '../wallet/support'

const codeIn = (body: string) => /name="referred_by"[^>]*value="([^"]*)"/.exec(body)?.[1]

/** A friend's sale with 20 % for the referrer; sets only what the page reads. */
async function broughtBy(friend: number, referrer: number, granted: bigint) {
  const id = await earn(friend, granted)
  await db
    .update(conversions)
    .set({ referrer_id: referrer, referral_paise: granted / 5n })
    .where(eq(conversions.id, id))
}

describe('/Account/Referral', () => {
  test('shows the code, the link, share buttons and the 20% in rupees', async () => {
    const { visitor } = await signedIn({ referral_code: 'ABCDEFGH' })
    const { text, body } = await visitor.get('/Account/Referral')
    expect(body).toContain('value="ABCDEFGH"')
    expect(body).toContain('value="http://localhost:3000/?ref=ABCDEFGH"')
    expect(body).toMatch(/href="https:\/\/wa\.me\/\?text=[^"]*ABCDEFGH"/)
    expect(body).toMatch(/href="sms:\?body=[^"]*ABCDEFGH"/)
    expect(text).toContain('20% of all the cashback your friends earn')
    expect(text).toContain('a friend gets Rs. 500.00 cashback on a new phone, and you get Rs. 100.00 on top')
    expect(text).toContain('Nobody has joined with your code yet.')
  })

  test('lists referred members with masked names and the reward of each', async () => {
    const { visitor, id } = await signedIn()
    const ravi = await signedIn({ username: 'Ravi Nair', referred_by: id })
    const leela = await signedIn({ username: 'लीला', referred_by: id })
    const gone = await signedIn({ username: 'Gone Person', referred_by: id })
    await db.update(users).set({ deleted_at: new Date() }).where(eq(users.id, gone.id))
    await broughtBy(ravi.id, id, 500_00n)
    await broughtBy(ravi.id, id, 1_00n)
    await broughtBy(leela.id, id, 250_00n)
    // Not counted: another member's friend, and a sale before the referral code applied.
    await broughtBy((await signedIn({ username: 'Other' })).id, (await signedIn()).id, 900_00n)
    const { text } = await visitor.get('/Account/Referral')
    expect(text).toMatch(/R••• N•••\s+Joined \d+ \w+ \d{4}\s+Rs\. 100\.20/)
    expect(text).toMatch(/ल•••\s+Joined \d+ \w+ \d{4}\s+Rs\. 50\.00/)
    expect(text).toMatch(/A friend who has left\s+Joined \d+ \w+ \d{4}\s+Rs\. 0\.00/)
    expect(text).toContain('3 friends, who brought you Rs. 150.20')
    expect(text).not.toMatch(/Ravi|Nair|लीला|Gone|900|180/)
  })

  test('has pages', async () => {
    const { visitor, id } = await signedIn()
    for (let i = 0; i < 21; i++) await signedIn({ username: `Friend ${i}`, referred_by: id })
    expect((await visitor.get('/Account/Referral')).text.match(/F•••/g)).toHaveLength(20)
    const second = await visitor.get('/Account/Referral?page=2')
    expect(second.text.match(/F•••/g)).toHaveLength(1)
    const beyond = await visitor.get('/Account/Referral?page=3')
    expect([beyond.status, beyond.text.includes('21 friends')]).toEqual([200, true])
  })
})

describe('?ref= parameter', () => {
  test('is remembered in an encrypted cookie until sign-up, and not in cached pages', async () => {
    const { id } = await signedIn({ referral_code: 'REMEMBER' })
    const guest = newVisitor()
    const first = await guest.get('/Deals?ref=remember')
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('ref='))!
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax.*Max-Age=2592000/)
    expect(cookie.toLowerCase()).not.toContain('remember')
    const next = await guest.get('/TopStores')
    expect(next.headers.get('Cache-Control')).toMatch(/^public/)
    expect(next.body).not.toContain('REMEMBER')
    expect(codeIn((await guest.get('/?dialog=sign-up')).body)).toBe('REMEMBER')
    expect(codeIn((await guest.get('/Singup')).body)).toBe('REMEMBER')
    // An unknown code does not replace the remembered one; a code of a deleted member is ignored.
    expect(codeIn((await guest.get('/Singup?ref=NOBODYSS')).body)).toBe('REMEMBER')
    await rewrite(sql`UPDATE users SET referral_code = NULL WHERE id = ${id}`)
    expect(codeIn((await guest.get('/Singup')).body)).toBe('')
  })

  test('cannot be set by hand in the cookie', async () => {
    await signedIn({ referral_code: 'FORGERYS' })
    const guest = newVisitor()
    guest.cookies.set('ref', 'FORGERYS')
    expect(codeIn((await guest.get('/Singup')).body)).toBe('')
  })

  test('ignores the member’s own code', async () => {
    const { visitor } = await signedIn({ referral_code: 'MYSELFXX' })
    const page = await visitor.get('/?ref=MYSELFXX')
    expect(page.headers.getSetCookie().filter((line) => line.startsWith('ref='))).toEqual([])
    visitor.cookies.delete('token')
    expect(codeIn((await visitor.get('/Singup')).body)).toBe('')
  })
})
