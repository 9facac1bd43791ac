/** Links and secrets of operators: whom they reach, and what their operators are told. */
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { deskSessions } from '~/platform/db/schema/desk'
import { operatorLog, operators } from '~/platform/db/schema/operations'
import { openDeskSession } from '~/http/desk/access/sessions.server'
import { choosePassword } from '~/http/desk/access/set-up.server'
import { replaceRecoveryCodes } from '~/http/desk/access/recovery-codes.server'
import { openContent } from '~/domain/outreach/queue-mail.server'
import { readPersons } from '~/domain/settings/independence.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { opsAs } from '../ops/support'
import { DESK_PASSWORD } from '../support/desk'
import { forgetOthers, passHours } from '../support/settings'

beforeEach(async () => {
  await forgetOthers()
  for (const osUser of ['root', 'second']) await recordCommand({ osUser }, 'today')
})
afterEach(() => db.update(operators).set({ state: 'disabled', os_account: null }))

/** Requested by one OS account and agreed to by another, neither bound to an operator. */
async function byTwo(line: string) {
  expect(await opsAs('root', `${line} --yes`)).toMatchObject({ code: 0 })
  return opsAs('second', `${line} --yes`)
}

let serial = 0

/** Invited by two, with an address that nobody else has. */
async function inviteByMail() {
  const name = `Mail Person ${++serial}`
  const email = `mail.person.${serial}@desk.example`
  const { code, out } = await byTwo(`operators invite "${name}" --role owner --email ${email}`)
  expect(code).toBe(0)
  return { name, email, out }
}

async function readMail(to: string) {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.address, to))
    .orderBy(desc(deliveries.id))
    .limit(1)
  return row ? { kind: row.kind, ...openContent(row.key, row.content!).content } : null
}

const readToken = async (to: string) => /Invitation\/([\da-f]+)/.exec((await readMail(to))!.button!.path)![1]!

const activate = async (name: string) => {
  const set = { state: 'active' as const, invite_hash: null, invite_ends_at: null }
  const [row] = await db.update(operators).set(set).where(eq(operators.name, name)).returning()
  return row!
}

describe('a link', () => {
  test('of an invitation goes to the address of the invitation and onto no screen', async () => {
    const { name, email, out } = await inviteByMail()
    const token = await readToken(email)
    expect(out).not.toContain(token)
    expect(out).not.toContain('/Desk/Invitation/')
    expect(out).toContain(`The link goes to ${email}`)
    const input = { new_password: DESK_PASSWORD, confirm_password: DESK_PASSWORD }
    expect(await choosePassword(token, input, { address: '', agent: null })).toMatchObject({ ok: true })
    const persons = await readPersons(db)
    for (const by of ['root', 'second']) expect(persons.areIndependent(by, `${name}@desk`)).toBe(true)
  })

  test('is printed only under an OS account without an operator, which counts as having seen it', async () => {
    const printed = await byTwo('operators invite "Printed Person" --role owner --print')
    expect(printed.out).toContain('/Desk/Invitation/')
    const persons = await readPersons(db)
    expect(persons.areIndependent('root', 'Printed Person@desk')).toBe(true)
    expect(persons.areIndependent('second', 'Printed Person@desk')).toBe(false)
    await db
      .insert(operators)
      .values({ name: 'Bound Owner', role: 'owner', state: 'active', os_account: 'bound' })
    const bound = await opsAs('bound', 'operators invite "Never Printed" --role viewer --print --yes')
    expect(bound.err).toContain('Only an OS account that is bound to no operator prints a link.')
  })

  test('needs an address, and a mail server', async () => {
    const { err } = await opsAs('root', 'operators invite "No Address" --role viewer --yes')
    expect(err).toContain('Give the e-mail address to which the link goes (--email).')
    env().demo = false
    const line = 'operators invite "No Server" --role viewer --email no.server@desk.example --yes'
    expect((await opsAs('root', line)).err).toContain('No mail can be sent: SMTP_URL is not set')
    env().demo = true
  })

  test('into the desk goes to an address that is unchanged for seven days', async () => {
    const { name, email } = await inviteByMail()
    await activate(name)
    const other = `other.${email}`
    expect(await byTwo(`operators change "${name}" --email ${other}`)).toMatchObject({ code: 0 })
    for (const to of [email, other])
      expect(await readMail(to)).toMatchObject({ kind: 'access', preheader: 'email changed.' })
    const early = await opsAs('root', `operators desk "${name}" --yes`)
    expect(early.err).toContain(`The e-mail address of ${name} was changed less than 7 days ago`)
    await passHours(7 * 24 + 1)
    const { out } = await byTwo(`operators desk "${name}"`)
    expect(out).not.toContain('/Desk/Invitation/')
    expect(await readToken(other)).toMatch(/^[\da-f]{48}$/)
    const [line] = await db
      .select()
      .from(operatorLog)
      .where(sql`command LIKE 'operators desk%' AND outcome = 'done' AND result IS NOT NULL`)
      .orderBy(desc(operatorLog.id))
      .limit(1)
    expect(line!.result).toMatchObject({
      changed: expect.arrayContaining([expect.objectContaining({ field: 'link', after: 'mailed' })]),
    })
  })
})

test('only an operator sees the own second factor, is told of a new one, and is signed out by it', async () => {
  const { name, email } = await inviteByMail()
  const { id } = await activate(name)
  await db.update(operators).set({ os_account: 'self' }).where(eq(operators.id, id))
  const line = `operators second-factor "${name}" --yes`
  const { out, err } = await opsAs('root', line)
  expect(out + err).not.toContain('otpauth:')
  expect(err).toContain(`Only ${name} sets up this second factor.`)
  const open = () => openDeskSession({ operatorId: id, stage: 'code', agent: null })
  const tokens = [await open(), await open()]
  expect((await opsAs('self', line)).out).toContain('otpauth:')
  const left = await db.select().from(deskSessions).where(eq(deskSessions.operator_id, id))
  expect({ opened: tokens.length, left }).toEqual({ opened: 2, left: [] })
  expect(await readMail(email)).toMatchObject({
    kind: 'access',
    preheader: 'the second factor was replaced.',
  })
})

describe('several people', () => {
  const line = (...people: string[]) =>
    `operators invite-each ${people.map((one) => `"${one}"`).join(' ')} --role support`
  const isThere = async (name: string) => (await db.$count(operators, eq(operators.name, name))) > 0

  test('are invited by one command that two agree to, and each gets a link', async () => {
    const { code, out } = await byTwo(
      line('Tara Rao, tara.rao@desk.example', 'Uma Nair <Uma.Nair@desk.example>'),
    )
    expect({ code, out }).toMatchObject({ code: 0 })
    const tokens = await Promise.all(['tara.rao@desk.example', 'uma.nair@desk.example'].map(readToken))
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(out).not.toContain(token)
    const [entry] = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(1)
    expect(entry!.command).toContain('Tara Rao')
    expect(entry!.command).not.toContain('tara.rao@')
  })

  test('are not invited where one of them is an operator already', async () => {
    const people = line('Vani Das, vani.das@desk.example', 'tara rao, other@desk.example')
    const taken = await opsAs('root', `${people} --yes`)
    expect(taken).toMatchObject({ code: 1 })
    expect(taken.err).toContain('Tara Rao, support, has this name or e-mail address.')
    expect(await isThere('Vani Das')).toBe(false)
  })

  test.each(['Vani Das', 'Vani Das, nobody', ', vani@desk.example', 'Vani, Das, vani@desk.example'])(
    'are not read from %s',
    async (one) => {
      expect((await opsAs('root', `${line(one)} --yes`)).err).toContain(
        'It must be a name and an e-mail address',
      )
    },
  )
})

test.each([
  ['operators change "NAME" --role support', 'role changed.'],
  ['operators disable "NAME"', 'you were disabled.'],
  ['operators enable "NAME"', 'you were enabled.'],
])('after %s the operator is told', async (line, preheader) => {
  const { name, email } = await inviteByMail()
  await activate(name)
  // One owner stays, so that this one may go.
  await db.insert(operators).values({ name: `Staying ${serial}`, role: 'owner', state: 'active' })
  if (line.includes('enable')) await opsAs('root', `operators disable "${name}" --yes`)
  const command = line.replace('NAME', name)
  if (line.includes('disable')) await opsAs('root', `${command} --yes`)
  else await byTwo(command)
  expect(await readMail(email)).toMatchObject({ kind: 'access', preheader })
})

test('new recovery codes are told to the operator', async () => {
  const { name, email } = await inviteByMail()
  const { id } = await activate(name)
  await replaceRecoveryCodes(id)
  expect(await readMail(email)).toMatchObject({ preheader: 'the recovery codes were replaced.' })
})

test('an operator whom one person let in is confirmed by a third person, and by no other', async () => {
  await db.insert(operators).values({ name: 'Let In', role: 'owner', state: 'active', os_account: 'let-in' })
  const [row] = await db.select().from(operators).where(eq(operators.name, 'Let In'))
  const change = `operators change "Let In" --email let.in@desk.example --yes`
  env().demo = false
  await forgetOthers()
  await opsAs('root', change)
  await passHours(25)
  expect(await opsAs('root', change)).toMatchObject({ code: 0 })
  expect((await readPersons(db)).listControllers(row!.id)).toEqual(['root'])
  const confirm = 'operators confirm "Let In" --yes'
  expect((await opsAs('root', confirm)).err).toContain('You are not independent of root')
  expect((await opsAs('let-in', confirm)).err).toContain('You are not independent of')
  expect(await opsAs('third', confirm)).toMatchObject({ code: 0 })
  expect((await readPersons(db)).listControllers(row!.id)).toEqual([])
  expect((await opsAs('third', confirm)).err).toContain('got access through nobody alone')
  env().demo = true
})
