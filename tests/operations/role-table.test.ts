/**
 * Operation x role x surface: what docs/commands.md says of an operation is so at the desk and by command, for every role. One connection is
 * left to them: a change that reads by a second one waits until the time limit.
 */
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { buildOperationPath } from '~/http/desk/views/paths'
import { findOperation, listOperations } from '~/desk/find-operation'
import { ROLES, type Role } from '~/desk/roles'
import { opsAs, setComparing } from '../ops/support'
import type { Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { MAY } from '../support/may-do'
import { plantMember, plantTraces, typeInput } from '../support/planted'
import { writeWords, type Input } from '../support/typed-commands'

const TABLE = [...fs.readFileSync('docs/commands.md', 'utf8').matchAll(/^- `([^`]+)` \((\w+)\): /gm)].map(
  ([, name, needed]) => [name!, needed as Role] as const,
)

/** What a command asks for besides its required fields, or takes in a special form. */
const MORE: Record<string, Input> = {
  'catalogue edit': { title: 'Lamps' },
  'catalogue move': { category: 'Travel' },
  'catalogue move-each': { category: 'Travel' },
  'catalogue set-link': { page: 'https://shop.example' },
  'featured set': { place: '1' },
  'flash-sale set': { day: 'friday', payout: '9%' },
  'images refetch': { state: 'failed' },
  'networks write-off': { sale: '1' },
  'newsletter test': { to: 'asha@mail.example' },
  'operators change': { role: 'support' },
  'operators invite-each': { people: 'Tara Rao, tara@mail.example' },
  'otp unlock': { phone: '9876501234' },
  'postbacks correct': { amount: '5' },
  'rates set-store': { payout: '5%' },
  'snippets set': { text: 'Hello' },
  'stores set': { tracksIn: '5' },
  'testimonials set': { text: 'It came' },
  'texts set': { text: 'No.' },
  'withdrawals correct-utr': { utr: 'UTR0000001' },
  'withdrawals paid': { utr: 'UTR0000001' },
  'withdrawals unbatch': { ids: '1' },
}

/** Shows the sale as others still see it, by a second connection; lockedFor() lets one change at a time take one. */
const NEEDS_TWO = 'postbacks correct'

/** Pages that have no form. */
const WITHOUT_FORM = new Set(['today'])

vi.hoisted(() => {
  process.env.DATABASE_POOL = '2'
})
let taken: Awaited<ReturnType<typeof db.$client.reserve>>

const visitors = {} as Record<Role, Visitor>

beforeAll(async () => {
  await plantMember()
  await plantTraces()
  for (const role of ROLES) {
    await db.insert(operators).values({ name: `Is ${role}`, role, state: 'active', os_account: `is-${role}` })
    visitors[role] = (await signedInAtDesk(role, `At Desk ${role}`)).visitor
  }
  setComparing(false)
  taken = await db.$client.reserve()
})
afterAll(() => {
  taken.release()
  setComparing(true)
})

test('the table has every operation', async () => {
  const names = (await listOperations()).map(({ name }) => name)
  expect(TABLE.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(100)
})

test.for(TABLE)('%s is for whom %s is enough, and for nobody else', async ([name, needed]) => {
  const operation = await findOperation(name)
  const path = buildOperationPath(name)
  const isGuarded = operation.kind === 'change' || operation.kind === 'job'
  const input = { ...(typeInput(operation) as Input), ...MORE[name] }
  const words = [...writeWords(operation, { input }, os.tmpdir()), ...(isGuarded ? ['--dry-run'] : [])]
  const found: Record<string, unknown> = {}
  if (name === NEEDS_TWO) taken.release()
  for (const role of ROLES) {
    const page = await visitors[role].get(path)
    const sent = await visitors[role].post(path, { from: path })
    const { code, err } = await opsAs(`is-${role}`, '', ...words)
    const isRefused = err === `‘${operation.title}’ needs the role ${needed}; Is ${role} has ${role}.\n`
    const isSaid = page.text.includes(`This needs the role ${needed}; yours is ${role}.`)
    const isOurs = page.text.includes(operation.title) && /no-store/.test(page.headers.get('Cache-Control')!)
    // 2: it was not understood, so that the role was not looked at.
    found[role] = { page: [page.status, isOurs, isSaid], form: sent.status, command: [isRefused, code === 2] }
  }
  if (name === NEEDS_TWO) taken = await db.$client.reserve()
  const expected = ROLES.map((role) => {
    const may = MAY[needed].includes(role)
    const form = WITHOUT_FORM.has(name) ? 405 : may ? 303 : 403
    return [role, { page: [may ? 200 : 403, true, !may], form, command: [!may, false] }]
  })
  expect(found).toEqual(Object.fromEntries(expected))
})
