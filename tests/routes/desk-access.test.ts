// The way into the desk: every form and cookie of it, as Request -> Response.
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deskRecoveryCodes, deskSessions } from '~/platform/db/schema/desk'
import { operatorLog, operators } from '~/platform/db/schema/operations'
import type { Operator } from '~/domain/operators/operator.server'
import { inviteToDesk } from '~/domain/operators/desk-invitation.server'
import { changeOperator } from '~/domain/operators/rules.server'
import { readPersons } from '~/domain/settings/independence.server'
import { newVisitor, origin, pathTo, routes, type Answer, type Visitor } from '../support/app'
import {
  DESK_PASSWORD,
  forgetSteps,
  inviteForDesk,
  makeDeskOperator,
  nextCode,
  readOperator,
  signedInAtDesk,
} from '../support/desk'
import { signedIn } from '../support/people'

const deskRoutes = Object.values(routes).flatMap((route) =>
  route!.id.startsWith('routes/desk/') &&
  route!.module.default !== undefined &&
  !/entrance|layout/.test(route!.id)
    ? [{ id: route!.id, path: pathTo(route!.id) }]
    : [],
)

const where = ({ status, location }: Answer) => [status, location]

/** Of a session that is older than ten minutes since its last code. */
const makeCodeOld = (operatorId: number) =>
  db
    .update(deskSessions)
    .set({ code_at: sql`now() - interval '10 minutes 1 second'` })
    .where(eq(deskSessions.operator_id, operatorId))

const listSessions = (operatorId: number) =>
  db.select().from(deskSessions).where(eq(deskSessions.operator_id, operatorId))

const givePassword = (visitor: Visitor, name: string, password = DESK_PASSWORD) =>
  visitor.post('/Desk/SignIn', { name, password, from: '/Desk/SignIn' })

const giveCode = (visitor: Visitor, otp: string, from = '/Desk/Code') =>
  visitor.post('/Desk/Code', { otp, from })

/** Must be first: the other tests make operators. */
describe('before the first operator', () => {
  test.each([
    '/Desk',
    '/Desk/SignIn',
    '/Desk/Code',
    '/Desk/SetUp',
    '/Desk/Sessions',
    '/Desk/Invitation/x',
    '/Desk/no/such',
  ])('%s is no page', async (path) => {
    const answer = await newVisitor().get(path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('Sign in')
  })

  test('nobody signs in', async () => {
    expect((await givePassword(newVisitor(), 'root')).status).toBe(404)
  })

  test('an invitation opens the desk, once its second factor is set up', async () => {
    const { operator, token } = await inviteForDesk('owner', 'First Owner')
    const visitor = newVisitor()
    const invitation = `/Desk/Invitation/${token}`
    expect((await visitor.get(invitation)).text).toContain('Welcome, First Owner')
    const password = { new_password: DESK_PASSWORD, confirm_password: DESK_PASSWORD }
    expect(where(await visitor.post(invitation, password))).toEqual([303, '/Desk/SetUp'])
    expect((await newVisitor().get('/Desk/Today')).status).toBe(404)
    const before = visitor.cookies.get('desk')
    const page = await visitor.get('/Desk/SetUp')
    expect(page.body).toContain('src="data:image/svg+xml')
    expect(page.body).toContain('href="otpauth://totp/DealDwaar:First%20Owner?')
    expect((await visitor.post('/Desk/SetUp', { otp: '1' })).location).toBe('/Desk/SetUp')
    const otp = await nextCode(operator.id)
    expect(where(await visitor.post('/Desk/SetUp', { otp }))).toEqual([303, '/Desk/RecoveryCodes'])
    expect(visitor.cookies.get('desk')).not.toBe(before)
    expect((await visitor.get('/Desk/Today')).text).toContain('First Owner, owner')
    expect(await readOperator(operator.id)).toMatchObject({ state: 'active', invite_hash: null })
    const [line] = await db.select().from(operatorLog).where(eq(operatorLog.operator_id, operator.id))
    expect(line).toMatchObject({ os_user: 'First Owner@desk', source: 'desk', outcome: 'done' })
    expect((await newVisitor().get(invitation)).text).toContain('This invitation is over')
    expect(where(await newVisitor().post(invitation, password))).toEqual([303, invitation])
  })

  test.each([
    ['eleven word', 'eleven word', 'new_password', 'Please choose a password of 12 to 128 characters.'],
    ['password123456', 'password123456', 'new_password', 'This password is too common.'],
    [DESK_PASSWORD, 'another one', 'confirm_password', 'Passwords do not match!'],
  ])('the password %s, again %s, is refused at %s', async (new_password, confirm_password, _, text) => {
    const { token } = await inviteForDesk('viewer')
    const visitor = newVisitor()
    const invitation = `/Desk/Invitation/${token}`
    const refused = await visitor.post(invitation, { new_password, confirm_password })
    const page = await visitor.follow(refused)
    expect(page.text).toContain(text)
    expect(page.body).not.toContain(new_password)
  })
})

describe('a visitor', () => {
  let operator: Operator
  beforeEach(async () => ({ operator } = await makeDeskOperator('support')))

  test.each(deskRoutes.filter(({ path }) => !/SignIn|Invitation|Arrival/.test(path)))(
    'is sent from $path to the sign-in',
    async ({ path }) => {
      const visitor = newVisitor()
      // '/Desk' itself redirects to a page first.
      const answer = await visitor.get(path === '/Desk' ? (await visitor.get(path)).location! : path)
      expect(where(answer)).toEqual([303, '/Desk/SignIn'])
      expect(answer.body).toBe('')
      expect((await visitor.follow(answer)).text).toContain('Please sign in.')
    },
  )

  test('signs in with password and code, and comes back to the page', async () => {
    const visitor = newVisitor()
    await visitor.get('/Desk/Sessions?x=1')
    const first = await givePassword(visitor, operator.name.toUpperCase())
    expect(where(first)).toEqual([303, '/Desk/Code'])
    expect((await visitor.get('/Desk/Sessions')).location).toBe('/Desk/Code')
    const token = visitor.cookies.get('desk')
    const second = await giveCode(visitor, await nextCode(operator.id))
    expect(where(second)).toEqual([303, '/Desk/Sessions?x=1'])
    expect(visitor.cookies.get('desk')).not.toBe(token)
    expect(await listSessions(operator.id)).toHaveLength(2)
    expect(await listSessions(operator.id)).not.toContainEqual(
      expect.objectContaining({ token_hash: visitor.cookies.get('desk') }),
    )
    const cookies = second.headers.getSetCookie().filter((line) => line.startsWith('desk='))
    expect(cookies).toEqual([
      expect.stringMatching(/^desk=[\w-]{43}; Path=\/Desk; HttpOnly; SameSite=Lax; Max-Age=43200$/),
    ])
    // '/Desk' itself needs no session: the path of the cookie does not cover the address of its data.
    expect((await newVisitor().get('/Desk')).location).toBe('/Desk/Today')
  })

  test('signs in by e-mail address', async () => {
    await db.update(operators).set({ email: 'support@mail.example' }).where(eq(operators.id, operator.id))
    expect((await givePassword(newVisitor(), 'Support@mail.example')).location).toBe('/Desk/Code')
  })

  test('does not get a session that was planted in the browser', async () => {
    const visitor = newVisitor()
    await givePassword(visitor, operator.name)
    const planted = visitor.cookies.get('desk')!
    const victim = newVisitor()
    victim.cookies.set('desk', planted)
    await givePassword(victim, operator.name)
    await giveCode(victim, await nextCode(operator.id))
    expect((await victim.get('/Desk/Today')).status).toBe(200)
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
  })

  test('gets the same refusal for a wrong name, a wrong password and an operator without set-up, until the limit', async () => {
    const { operator: invited } = await inviteForDesk('owner')
    const texts: string[][] = []
    for (const name of [operator.name, 'Nobody There', invited.name]) {
      const visitor = newVisitor()
      const answers = []
      for (let attempt = 0; attempt < 11; attempt++) {
        const page = await visitor.follow(await givePassword(visitor, name, 'not the password'))
        answers.push(/role="alert"[^]*?<p>([^<]*)<\/p>/.exec(page.body)![1]!)
      }
      texts.push(answers)
    }
    expect(texts[0]!.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, () => 'This name and this password do not belong together.'),
    )
    expect(texts[0]![10]).toMatch(/^Too many attempts: please try again in 1\d minutes\.$/)
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
    // Also the right one.
    expect((await givePassword(newVisitor(), operator.name)).location).toBe('/Desk/SignIn')
  })

  test('has one count of wrong passwords for the name and the e-mail address of one person', async () => {
    const email = 'one.person@mail.example'
    await db.update(operators).set({ email }).where(eq(operators.id, operator.id))
    for (let attempt = 0; attempt < 10; attempt++) await givePassword(newVisitor(), operator.name, 'wrong')
    const visitor = newVisitor()
    const page = await visitor.follow(await givePassword(visitor, email, 'wrong'))
    expect(page.text).toContain('Too many attempts')
  })

  test('keeps the name, and never the password, of a refused sign-in', async () => {
    const visitor = newVisitor()
    const page = await visitor.follow(await givePassword(visitor, 'Somebody', 'their secret'))
    expect(page.body).toContain('value="Somebody"')
    expect(page.body).not.toContain('their secret')
    const empty = await visitor.follow(await givePassword(visitor, '', ''))
    expect(empty.text).toContain('Enter your name or e-mail address.')
    expect(empty.text).toContain('Enter your password.')
  })

  test('guesses five codes, and then none for a while, also in another session', async () => {
    const code = await nextCode(operator.id)
    const wrong = code === '000000' ? '111111' : '000000'
    const visitor = newVisitor()
    await givePassword(visitor, operator.name)
    for (let attempt = 0; attempt < 5; attempt++) {
      const page = await visitor.follow(await giveCode(visitor, wrong))
      expect(page.text).toContain('This code is wrong, or it was used before.')
    }
    const other = newVisitor()
    await givePassword(other, operator.name)
    for (const each of [visitor, other]) {
      const page = await each.follow(await giveCode(each, code))
      expect(page.text).toMatch(/Too many attempts: please try again in 1\d minutes/)
    }
  })

  test('uses each code once', async () => {
    const code = await nextCode(operator.id)
    const [one, other] = [newVisitor(), newVisitor()]
    for (const visitor of [one, other]) await givePassword(visitor, operator.name)
    expect((await giveCode(one, code)).location).toBe('/Desk/Today')
    expect((await giveCode(other, code)).location).toBe('/Desk/Code')
  })

  test('is logged with each failure in the operator log, without what was typed', async () => {
    const visitor = newVisitor()
    await givePassword(visitor, operator.name, 'not the password')
    await givePassword(visitor, operator.name)
    const code = await nextCode(operator.id)
    const wrong = code === '000000' ? '111111' : '000000'
    await giveCode(visitor, wrong)
    await giveCode(visitor, code)
    await givePassword(newVisitor(), 'Nobody There', 'not the password')
    const read = () =>
      db
        .select({ outcome: operatorLog.outcome, result: operatorLog.result, by: operatorLog.os_user })
        .from(operatorLog)
        .where(and(eq(operatorLog.command, 'desk sign-in'), eq(operatorLog.operator_id, operator.id)))
        .orderBy(operatorLog.id)
    const by = `${operator.name}@desk`
    await expect.poll(read).toEqual([
      { outcome: 'refused', result: { reason: 'wrong password' }, by },
      { outcome: 'refused', result: { reason: 'wrong code' }, by },
      { outcome: 'done', result: { reason: 'app' }, by },
    ])
    const log = JSON.stringify(await db.select().from(operatorLog))
    for (const word of ['not the password', wrong, code, 'Nobody There']) expect(log).not.toContain(word)
  })

  test('that failed does not make its operator a second person', async () => {
    const { operator: silent } = await makeDeskOperator('owner')
    await db.execute(sql`ALTER TABLE operator_log DISABLE TRIGGER USER`)
    await db.delete(operatorLog).where(eq(operatorLog.operator_id, silent.id))
    await db.execute(sql`ALTER TABLE operator_log ENABLE TRIGGER USER`)
    await givePassword(newVisitor(), silent.name, 'not the password')
    const count = () => db.$count(operatorLog, eq(operatorLog.operator_id, silent.id))
    await expect.poll(count).toBe(1)
    const others = async () => (await readPersons(db)).listOthers('root', 'owner').map(({ by }) => by)
    expect(await others()).not.toContain(`${silent.name}@desk`)
    const visitor = newVisitor()
    await givePassword(visitor, silent.name)
    await giveCode(visitor, await nextCode(silent.id))
    expect(await others()).toContain(`${silent.name}@desk`)
  })

  test('gets a message that the browser keeps no cookies', async () => {
    const answer = await newVisitor().post('/Desk/SignIn', {
      name: 'A',
      password: 'b',
      request_key: 'sign-in',
      from: '/Desk/SignIn',
    })
    expect(answer.location).toBe('/Desk/SignIn?cookies=off')
  })
})

describe('an operator', () => {
  test('sees the recovery codes until they are kept; each works once instead of a code', async () => {
    const { operator, token } = await inviteForDesk('finance')
    const visitor = newVisitor()
    const password = { new_password: DESK_PASSWORD, confirm_password: DESK_PASSWORD }
    await visitor.post(`/Desk/Invitation/${token}`, password)
    const done = await visitor.post('/Desk/SetUp', { otp: await nextCode(operator.id) })
    const codes = [...(await visitor.follow(done)).text.matchAll(/\d{4}-\d{4}-\d{4}/g)].map(([code]) => code)
    expect(new Set(codes).size).toBe(10)
    const rows = await db
      .select()
      .from(deskRecoveryCodes)
      .where(eq(deskRecoveryCodes.operator_id, operator.id))
    expect(JSON.stringify(rows)).not.toContain(codes[0]!.replaceAll('-', ''))
    expect(where(await visitor.post('/Desk/RecoveryCodes', {}))).toEqual([303, '/Desk/Today'])
    const page = await visitor.get('/Desk/RecoveryCodes')
    expect(page.text).toContain('You have 10 recovery codes left.')
    expect(page.text).not.toContain(codes[0])

    const other = newVisitor()
    await givePassword(other, operator.name)
    const entered = await other.follow(await giveCode(other, codes[3]!))
    expect(entered.text).toContain('That was a recovery code, which works once. You have 9 more.')
    const again = newVisitor()
    await givePassword(again, operator.name)
    expect((await again.follow(await giveCode(again, codes[3]!))).text).toContain('This code is wrong')

    expect(where(await other.post('/Desk/RecoveryCodes/new', {}))).toEqual([303, '/Desk/RecoveryCodes'])
    const fresh = await other.get('/Desk/RecoveryCodes')
    expect(fresh.text).toMatch(/\d{4}-\d{4}-\d{4}/)
    expect((await again.follow(await giveCode(again, codes[4]!))).text).toContain('This code is wrong')
  })

  test('enters a code again after ten minutes, under a new token, and comes back', async () => {
    const { operator, visitor } = await signedInAtDesk('owner')
    expect((await visitor.get('/Desk/Password')).status).toBe(200)
    await makeCodeOld(operator.id)
    const code = '/Desk/Code?back=%2FDesk%2FPassword'
    expect(where(await visitor.get('/Desk/Password'))).toEqual([303, code])
    expect((await visitor.get('/Desk/Today')).status).toBe(200)
    expect((await visitor.get(code)).text).toContain('A code once more')
    const [before] = await listSessions(operator.id)
    expect(where(await giveCode(visitor, await nextCode(operator.id), code))).toEqual([303, '/Desk/Password'])
    const [after] = await listSessions(operator.id)
    expect(after!.token_hash).not.toBe(before!.token_hash)
    expect([after!.id, after!.expires_at]).toEqual([before!.id, before!.expires_at])
    await forgetSteps(operator.id)
    const away = '/Desk/Code?back=%2F%2Fevil.example'
    expect((await giveCode(visitor, await nextCode(operator.id), away)).location).toBe('/Desk/Today')
  })

  test('downloads a list of persons by a form and with a recent code, never by a link', async () => {
    const { operator, visitor } = await signedInAtDesk('support')
    const list = '/Desk/users/list/rows.csv'
    const filtered = '/Desk/withdrawals/list/rows.csv?status=paid'
    expect(where(await visitor.get(list))).toEqual([302, '/Desk/users/list'])
    expect(where(await visitor.get(filtered))).toEqual([302, '/Desk/withdrawals/list?status=paid'])
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect((await visitor.post(list, {}, elsewhere)).status).toBe(403)
    const csv = await visitor.post(list, {})
    expect([csv.status, csv.body]).toEqual([
      200,
      expect.stringMatching(/^\ufeff?id,username,phone_number,email/),
    ])
    const logged = async () =>
      (await db.select().from(operatorLog).where(eq(operatorLog.operator_id, operator.id))).map(
        ({ command }) => command,
      )
    expect(await logged()).toContain('users list --csv')
    const { id } = await signedIn()
    await visitor.get(`/Desk/users/show?user=${id}`)
    expect(await logged()).toContain(`users show ${id}`)
    await makeCodeOld(operator.id)
    expect(where(await visitor.post(list, {}))).toEqual([303, '/Desk/Code?back=%2FDesk%2Fusers%2Flist'])
    expect(where(await visitor.post(filtered, {}))).toEqual([
      303,
      '/Desk/Code?back=%2FDesk%2Fwithdrawals%2Flist%3Fstatus%3Dpaid',
    ])
    // Without persons in it.
    expect((await visitor.post('/Desk/alerts/list/rows.csv', {})).status).toBe(200)
    expect((await visitor.post('/Desk/books/journal/rows.csv', {})).status).toBe(404)
  })

  test('changes the password, which signs out everywhere else', async () => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    const other = newVisitor()
    await givePassword(other, operator.name)
    await giveCode(other, await nextCode(operator.id))
    const fields = {
      password: 'wrong',
      new_password: 'another long word',
      confirm_password: 'another long word',
    }
    const refused = await visitor.follow(
      await visitor.post('/Desk/Password', { ...fields, from: '/Desk/Password' }),
    )
    expect(refused.text).toContain('This is not your current password.')
    const changed = await visitor.follow(
      await visitor.post('/Desk/Password', { ...fields, password: DESK_PASSWORD }),
    )
    expect(changed.text).toContain('Your password is changed, and you are signed out everywhere else.')
    expect((await other.get('/Desk/Today')).location).toBe('/Desk/SignIn')
    expect((await givePassword(newVisitor(), operator.name)).location).toBe('/Desk/SignIn')
    expect((await givePassword(newVisitor(), operator.name, 'another long word')).location).toBe('/Desk/Code')
  })

  test('ends one session, another operator’s never, and all', async () => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    const other = newVisitor()
    await givePassword(other, operator.name)
    await giveCode(other, await nextCode(operator.id))
    const [mine, theirs] = await listSessions(operator.id)
    const stranger = await signedInAtDesk('owner')
    const end = (who: Visitor, id: number) => who.post('/Desk/Sessions/end', { id: String(id) })
    expect((await stranger.visitor.follow(await end(stranger.visitor, theirs!.id))).text).toContain(
      'This sign-in has ended already.',
    )
    expect((await other.get('/Desk/Today')).status).toBe(200)
    expect((await visitor.get('/Desk/Sessions')).body.match(/Sign out<\/button>/g)).toHaveLength(2)
    expect((await visitor.follow(await end(visitor, theirs!.id))).text).toContain('Signed out there.')
    expect((await other.get('/Desk/Today')).location).toBe('/Desk/SignIn')
    expect(mine).toBeDefined()
    const ended = await visitor.post('/Desk/Sessions/end-all', {})
    expect(where(ended)).toEqual([303, '/Desk/SignIn'])
    expect((await visitor.follow(ended)).text).toContain('You are signed out everywhere.')
    expect(await listSessions(operator.id)).toEqual([])
  })

  test('signs out, and the cookie is worth nothing any more', async () => {
    const { visitor } = await signedInAtDesk('viewer')
    const token = visitor.cookies.get('desk')!
    const out = await visitor.follow(await visitor.post('/Desk/SignOut', {}))
    expect(out.text).toContain('You are signed out.')
    expect(visitor.cookies.has('desk')).toBe(false)
    visitor.cookies.set('desk', token)
    const answer = await visitor.get('/Desk/Today')
    expect(answer.location).toBe('/Desk/SignIn')
    expect((await visitor.follow(answer)).text).toContain('You were signed out. Please sign in again.')
  })

  test.each([
    ['30 idle minutes', { last_seen_at: sql`now() - interval '30 minutes 1 second'` }],
    ['12 hours', { expires_at: sql`now()` }],
  ])('is signed out after %s', async (_, facts) => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    await db.update(deskSessions).set(facts).where(eq(deskSessions.operator_id, operator.id))
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
  })

  test('alone gets a form back that was sent after the session had ended', async () => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    const { operator: another } = await makeDeskOperator('viewer')
    const keep = /name="keep" value="([\w-]{22}):end-all-sessions"/.exec(
      (await visitor.get('/Desk/Sessions')).body,
    )![1]!
    const send = async (name: Operator) => {
      await db.delete(deskSessions).where(eq(deskSessions.operator_id, operator.id))
      const sent = await visitor.post('/Desk/Sessions/end', {
        id: '7',
        from: '/Desk/Sessions',
        keep: `${keep}:end-session-7`,
      })
      expect((await visitor.follow(sent)).text).toContain('what you typed is kept')
      await givePassword(visitor, name.name)
      return giveCode(visitor, await nextCode(name.id))
    }
    const own = await send(operator)
    expect(own.location).toBe('/Desk/Sessions')
    expect(own.headers.getSetCookie().some((cookie) => cookie.startsWith('flash='))).toBe(true)
    await visitor.post('/Desk/SignOut', {})
    expect((await send(another)).location).toBe('/Desk/Today')
  })

  test('acts with a changed role at once, and not at all when disabled, also enabled again', async () => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    const change = (facts: Parameters<typeof changeOperator>[2]) =>
      db.transaction((tx) => changeOperator(tx, operator.name, facts))
    await change({ role: 'finance' })
    expect((await visitor.get('/Desk/Today')).text).toContain(`${operator.name}, finance`)
    await change({ state: 'disabled' })
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
    expect((await givePassword(newVisitor(), operator.name)).location).toBe('/Desk/SignIn')
    await change({ state: 'active' })
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
  })

  test('who is invited to the desk again has no password, no code and no session until then', async () => {
    const { operator, visitor } = await signedInAtDesk('viewer')
    const invited = await db.transaction((tx) => inviteToDesk(tx, operator))
    if (!invited.ok) throw new Error(invited.reason)
    const { token } = invited
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
    expect((await givePassword(newVisitor(), operator.name)).location).toBe('/Desk/SignIn')
    const fields = { new_password: 'a quite different word', confirm_password: 'a quite different word' }
    expect((await visitor.post(`/Desk/Invitation/${token}`, fields)).location).toBe('/Desk/SetUp')
    const done = await visitor.post('/Desk/SetUp', { otp: await nextCode(operator.id) })
    expect(done.location).toBe('/Desk/RecoveryCodes')
    expect((await givePassword(newVisitor(), operator.name, 'a quite different word')).location).toBe(
      '/Desk/Code',
    )
  })
})

describe('the desk and the shop', () => {
  test('a member’s session gives nothing at the desk, and an operator’s nothing in the shop', async () => {
    const member = await signedIn({ username: 'Member Of The Shop' })
    member.visitor.cookies.set('desk', member.visitor.cookies.get('token')!)
    expect((await member.visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
    const { visitor } = await signedInAtDesk('owner')
    const token = visitor.cookies.get('desk')!
    visitor.cookies.set('token', member.visitor.cookies.get('token')!)
    const page = await visitor.get('/Desk/Today')
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('Member Of The Shop')
    const shopper = newVisitor()
    shopper.cookies.set('token', token)
    expect((await shopper.get('/Account')).status).toBe(302)
  })

  test('two cookies of the name are none', async () => {
    const { visitor } = await signedInAtDesk('owner')
    const token = visitor.cookies.get('desk')!
    visitor.cookies.set('desk', `${token}; desk=${token}`)
    expect((await visitor.get('/Desk/Today')).location).toBe('/Desk/SignIn')
  })

  test.each(deskRoutes)(
    '$path is private, unknown to search engines, and has no other host',
    async ({ path }) => {
      const { visitor } = await signedInAtDesk('owner')
      for (const answer of [await visitor.get(path), await newVisitor().get(path)]) {
        expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
        if (answer.location) continue
        const policy = answer.headers.get('Content-Security-Policy')!
        expect(policy).toContain("default-src 'self'; script-src 'self' 'sha256-")
        expect(policy).toContain("img-src 'self' data:;")
        expect(policy).not.toMatch(/https?:/)
        expect(answer.headers.get('Referrer-Policy')).toBe('same-origin')
        expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
        expect(answer.headers.has('Speculation-Rules')).toBe(false)
        expect(answer.body).not.toMatch(/class="header-search"|id="news"|name="robots" content="index/)
      }
    },
  )

  test.each([
    ['/desk', '/Desk'],
    ['/DESK/SignIn?x=1', '/Desk/SignIn?x=1'],
    ['/%44esk/SignIn', '/Desk/SignIn'],
  ])('%s is %s', async (path, canonical) => {
    for (const answer of [await newVisitor().get(path), await newVisitor().post(path, {})])
      expect(where(answer)).toEqual([308, canonical])
  })

  test('reading its pages changes nothing', async () => {
    const { visitor } = await signedInAtDesk('owner')
    const { token } = await inviteForDesk('owner')
    const dump = async () =>
      JSON.stringify(
        await db.execute(sql`
        SELECT to_jsonb(o) FROM operators o UNION ALL SELECT to_jsonb(a) FROM desk_access a
         UNION ALL SELECT to_jsonb(s) FROM desk_sessions s UNION ALL SELECT to_jsonb(r) FROM desk_recovery_codes r
         UNION ALL SELECT to_jsonb(l) FROM operator_log l`),
      )
    const before = await dump()
    for (const { path } of deskRoutes) await visitor.get(path)
    await newVisitor().get(`/Desk/Invitation/${token}`)
    for (const path of [
      'SignOut',
      'Sessions/end',
      'Sessions/end-all',
      'Sessions/keys',
      'RecoveryCodes/new',
      'Filters/keep',
      'Filters/remove',
      'Replies/fill',
    ])
      expect((await visitor.get(`/Desk/${path}`)).status).toBe(302)
    expect(await dump()).toBe(before)
  })

  test.each(['/Desk/SignIn', '/Desk/Code', '/Desk/SignOut', '/Desk/Sessions/end-all', '/Desk/RecoveryCodes'])(
    'a form of another site is refused at %s',
    async (path) => {
      const { operator, visitor } = await signedInAtDesk('owner')
      const fields = { otp: await nextCode(operator.id), name: operator.name, password: DESK_PASSWORD }
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
      ]
      for (const headers of foreign) {
        const answer = await visitor.request(path, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers,
        })
        expect(answer.status).toBe(403)
      }
      expect(await listSessions(operator.id)).toHaveLength(1)
    },
  )

  test('a browser that names no origin needs the token of the session', async () => {
    const { operator, visitor } = await signedInAtDesk('owner')
    const send = (csrf: string) =>
      visitor.request('/Desk/Sessions/end-all', { method: 'POST', body: new URLSearchParams({ csrf }) })
    expect((await send('')).status).toBe(403)
    expect(await listSessions(operator.id)).toHaveLength(1)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/Desk/Sessions')).body)![1]!
    expect((await send(csrf)).status).toBe(303)
    expect(await listSessions(operator.id)).toEqual([])
  })

  test('is in neither robots’ list nor the sitemap nor the rules for reading ahead', async () => {
    const visitor = newVisitor()
    expect((await visitor.get('/robots.txt')).body).toContain('Disallow: /Desk\n')
    for (const path of ['/sitemap.xml', '/speculation-rules.json'])
      expect((await visitor.get(path)).body).not.toMatch(/desk/i)
    expect((await visitor.get('/service-worker.js')).body).toContain('"/Desk/*"')
  })

  test('the error of a page of the desk has no frame of the shop', async () => {
    const { visitor } = await signedInAtDesk('viewer')
    const answer = await visitor.get('/Desk/no/such/page')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('Page not found')
    expect(answer.text).toContain('Sign out')
    expect(answer.body).not.toContain('class="header-search"')
    expect(origin).toBeDefined()
  })
})
