/** Every operation as a page of the desk; tests/operations/role-table.test.ts has who may open and send it. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operatorLog } from '~/platform/db/schema/operations'
import { listFields } from '~/desk/command-text'
import { listOperations } from '~/desk/find-operation'
import type { Operation } from '~/desk/operation'
import { buildOperationPath } from '~/http/desk/views/paths'
import { isReading } from '~/http/desk/views/frame.server'
import { newVisitor, type Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'

const operations = await listOperations()
const visitors = {} as Record<'owner' | 'viewer', Visitor>

beforeAll(async () => {
  for (const role of ['owner', 'viewer'] as const) visitors[role] = (await signedInAtDesk(role)).visitor
})

const needsInput = (operation: Operation) => listFields(operation).some(([, { isRequired }]) => isRequired)

test.for(operations.map((operation) => [operation.name, operation] as const))(
  '%s has a page that nobody stores, and that a guest signs in for',
  async ([name, { title }]) => {
    const path = buildOperationPath(name)
    const page = await visitors.owner.get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(title)
    expect(page.headers.get('Cache-Control')).toContain('no-store')
    expect((await newVisitor().get(path)).location).toMatch(/^\/Desk\/SignIn/)
  },
)

test.for(
  operations.filter((one) => !isReading(one)).map((operation) => [operation.name, operation] as const),
)(
  '%s is sent from our own page by an operator, and does nothing before it is confirmed',
  async ([name, operation]) => {
    const path = buildOperationPath(name)
    const page = await visitors.owner.follow(await visitors.owner.post(path, { from: path }))
    expect(page.status).toBe(200)
    // An input that is missing is said at its field; else there is a preview, or a refusal.
    if (needsInput(operation)) expect(page.text).toContain('Please fill in this field.')
    else expect(page.text).toMatch(/Preview: nothing is done yet|What you typed/)
    const guest = await newVisitor().post(path, { from: path })
    expect(guest.location).toMatch(/^\/Desk\/SignIn/)
    const forged = await visitors.owner.post(path, { from: path }, { 'Sec-Fetch-Site': 'cross-site' })
    expect(forged.status).toBe(403)
  },
)

test('Everything lists the topics of the role, and each has a page', async () => {
  const page = await visitors.viewer.get('/Desk/All')
  expect(page.text).toContain('Rates')
  expect(page.text).not.toContain('Books')
  const paths = [...page.body.matchAll(/href="(\/Desk\/[a-z-]+)"/g)].map(([, path]) => path!)
  for (const path of new Set(paths))
    expect([path, (await visitors.viewer.get(path)).status]).toEqual([path, 200])
})

test('a page and a form that the role does not allow leave a line in the log with the operator', async () => {
  const { operator, visitor } = await signedInAtDesk('viewer')
  const path = buildOperationPath('users hold')
  expect([(await visitor.get(path)).status, (await visitor.post(path, { from: path })).status]).toEqual([
    403, 403,
  ])
  const lines = await db.select().from(operatorLog).where(eq(operatorLog.operator_id, operator.id))
  const refused = lines.filter(({ command }) => command === 'users hold')
  expect(refused.map(({ os_user, outcome, result }) => ({ os_user, outcome, result }))).toEqual(
    Array.from({ length: 2 }, () => ({
      os_user: expect.stringContaining(operator.name) as string,
      outcome: 'refused',
      result: { reason: 'role' },
    })),
  )
})

test('an address that is no operation is not found', async () => {
  for (const path of ['/Desk/tins', '/Desk/users/nothing', '/Desk/Drafts/x', '/Desk/users/show/more'])
    expect([path, (await visitors.owner.get(path)).status]).toEqual([path, 404])
})
