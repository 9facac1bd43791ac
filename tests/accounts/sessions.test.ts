import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { findSession } from '~/domain/accounts/find-session.server'
import { closeOtherSessions, closeSession, type NewSession } from '~/domain/accounts/sessions.server'
import { signOutOthers } from '~/domain/accounts/sign-out-others.server'
import { databaseError, db } from '~/platform/db/client.server'
import { sessions, users } from '~/platform/db/schema/members'
import { listNotifications } from '../support/notifications'
import { openTestSession } from './people'

let userId: number

beforeAll(async () => {
  const [user] = await db
    .insert(users)
    .values({
      username: 'Asha Rao',
      email: 'asha@example.in',
      phone_number: '+919876500001',
      referral_code: 'ASHA2345',
    })
    .returning()
  userId = user!.id
})

const open = (more: Partial<NewSession> = {}) =>
  openTestSession(userId, { remember: false, agent: 'a browser', ...more })

describe('session', () => {
  test('is found by its token, with its member', async () => {
    const { token } = await open()
    const found = await findSession(token, 'cookie')
    expect(found?.user).toMatchObject({
      id: userId,
      username: 'Asha Rao',
      email: 'asha@example.in',
      phone_number: '+919876500001',
      referral_code: 'ASHA2345',
    })
  })

  test('has a token of 256 random bits, of which the table stores only a hash', async () => {
    const { token } = await open()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await db.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await open()).token).not.toBe(token)
  })

  test('lasts 12 hours, or 30 days with ‘remember me’', async () => {
    const hours = ({ expiresAt }: { expiresAt: Date }) => (expiresAt.getTime() - Date.now()) / 3_600_000
    expect(hours(await open())).toBeCloseTo(12, 1)
    expect(hours(await open({ remember: true }))).toBeCloseTo(30 * 24, 1)
  })

  test('is not found for an unknown, malformed or expired token', async () => {
    const { token } = await open()
    expect(await findSession(token.slice(1), 'cookie')).toBeNull()
    expect(await findSession('', 'cookie')).toBeNull()
    expect(await findSession('A'.repeat(43), 'cookie')).toBeNull()
    await db.update(sessions).set({ expires_at: sql`now() - interval '1 second'` })
    expect(await findSession(token, 'cookie')).toBeNull()
  })

  test('updates last_seen_at at most once in ten minutes', async () => {
    const { token } = await open()
    const seen = async (tokenHash: string) =>
      (await db.select().from(sessions).where(eq(sessions.token_hash, tokenHash)))[0]!.last_seen_at
    const { tokenHash } = (await findSession(token, 'cookie'))!
    const first = await seen(tokenHash)
    await findSession(token, 'cookie')
    expect(await seen(tokenHash)).toEqual(first)
    await db
      .update(sessions)
      .set({ last_seen_at: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.token_hash, tokenHash))
    await findSession(token, 'cookie')
    expect(Date.now() - (await seen(tokenHash)).getTime()).toBeLessThan(60_000)
  })

  test('ends when it is closed, alone or as one of the others', async () => {
    const [one, two, three] = await Promise.all([open(), open(), open()])
    await closeSession((await findSession(one.token, 'cookie'))!.tokenHash)
    expect(await findSession(one.token, 'cookie')).toBeNull()
    await closeOtherSessions(userId, (await findSession(two.token, 'cookie'))!.tokenHash)
    expect(await findSession(three.token, 'cookie')).toBeNull()
    expect(await findSession(two.token, 'cookie')).not.toBeNull()
    await closeOtherSessions(userId, null)
    expect(await findSession(two.token, 'cookie')).toBeNull()
  })

  test('signing out the others notifies the owner only if there were any', async () => {
    const [owner] = await db.insert(users).values({ username: 'Owner' }).returning()
    const own = { userId: owner!.id }
    const [mine] = await Promise.all([open(own), open(own), open(own)])
    const { tokenHash } = (await findSession(mine.token, 'cookie'))!
    await signOutOthers(owner!.id, tokenHash)
    await signOutOthers(owner!.id, tokenHash)
    expect(await listNotifications(owner!.id)).toMatchObject([
      {
        title: 'Signed out elsewhere',
        body: expect.stringMatching(
          /^2 other sign-ins were ended by a browser, \d+ \w+ \d{4}, \d+:\d\d [ap]m\. Was it not you\? Change your password\.$/,
        ),
      },
    ])
    expect(await findSession(mine.token, 'cookie')).not.toBeNull()
  })

  test('of a deleted member is not found', async () => {
    const [gone] = await db.insert(users).values({ username: 'Gone' }).returning()
    const { token } = await open({ userId: gone!.id })
    expect(await findSession(token, 'cookie')).not.toBeNull()
    await db.update(users).set({ deleted_at: new Date() }).where(eq(users.id, gone!.id))
    expect(await findSession(token, 'cookie')).toBeNull()
  })

  test('cannot be opened for the guest', async () => {
    const refused = await open({ userId: 9 }).catch(databaseError)
    expect(refused).toMatchObject({ code: '23514' })
  })
})

test('a bearer token is not a cookie session, nor the reverse', async () => {
  const [cookie, bearer] = [await open(), await open({ kind: 'bearer' })]
  expect(await findSession(cookie.token, 'bearer')).toBeNull()
  expect(await findSession(bearer.token, 'cookie')).toBeNull()
  expect((await findSession(bearer.token, 'bearer'))?.user.id).toBe(userId)
})
