// The way into the desk: every form and cookie of it, as Request -> Response.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { deskSessions } from '~/db/schema/desk'
import { operators } from '~/db/schema/operations'
import type { Operator } from '~/operations/actor.server'
import { newVisitor, type Answer, type Visitor } from '../support/app'
import {
  DESK_PASSWORD,
  forgetSteps,
  inviteForDesk,
  makeDeskOperator,
  nextCode,
  signedInAtDesk,
} from '../support/desk'
import { signedIn } from '../support/people'

describe('before the first operator', () => {
  test.each(['/Desk', '/Desk/SignIn', '/Desk/Code', '/Desk/SetUp', '/Desk/Invitation/x', '/Desk/no/such'])(
    '%s is no page',
    async (path) => {
      const answer = await newVisitor().get(path)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('Sign in')
    },
  )

  test('an invitation is a page, and opens the desk', async () => {
    const { operator, token } = await inviteForDesk('owner', 'First Owner')
    const visitor = newVisitor()
    const invitation = `/Desk/Invitation/${token}`
    expect((await visitor.get(invitation)).text).toContain('Welcome, First Owner')
    const chosen = await visitor.post(invitation, {
      new_password: DESK_PASSWORD,
      confirm_password: DESK_PASSWORD,
    })
    expect([chosen.status, chosen.location]).toEqual([303, '/Desk/SetUp'])
    expect((await newVisitor().get('/Desk')).status).toBe(404)
    const page = await visitor.get('/Desk/SetUp')
    expect(page.body).toContain('data:image/svg+xml')
    const code = /your code is (\d{6})/.exec(page.text)![1]!
    const done = await visitor.post('/Desk/SetUp', { otp: code })
    expect([done.status, done.location]).toEqual([303, '/Desk/RecoveryCodes'])
    expect((await visitor.get('/Desk')).text).toContain('First Owner, owner')
    const [row] = await db.select().from(operators).where(eq(operators.id, operator.id))
    expect(row).toMatchObject({ state: 'active', invite_hash: null })
    expect((await newVisitor().get(invitation)).text).toContain('This invitation is over')
  })
})
