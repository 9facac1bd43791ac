/** Every page of the desk for every role, as the browser gets it, with a member whose data is unique in the tests. */
import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { deskPaths } from '~/http/desk/paths'
import { formatFormName } from '~/http/desk/views/labels'
import { buildOperationPath } from '~/http/desk/views/paths'
import { isReading } from '~/http/desk/views/frame.server'
import { listFields, type TypedInput } from '~/desk/command-text'
import { listOperations } from '~/desk/find-operation'
import type { Operation } from '~/desk/operation'
import { mayDo, ROLES, type Role } from '~/desk/roles'
import type { Answer, Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { uploadBody } from '../support/uploads'
import {
  EMAIL,
  ids,
  isHidden,
  isMissing,
  listForbidden,
  NAME,
  MEMBER_DATA,
  PHONE,
  plantMember,
  plantTraces,
  typeInput,
  UPI,
} from '../support/planted'

const visitors = {} as Record<Role, Visitor>

beforeAll(async () => {
  await plantMember()
  await plantTraces()
  for (const role of ROLES) visitors[role] = (await signedInAtDesk(role)).visitor
})

const PAGES = [
  deskPaths.today,
  deskPaths.all,
  deskPaths.sessions,
  deskPaths.recoveryCodes,
  deskPaths.password,
  buildOperationPath('withdrawals'),
  buildOperationPath('claims'),
]

const toPairs = (typed: TypedInput) =>
  Object.entries(typed).flatMap(([name, value]) => [value ?? []].flat().map((text) => [name, text] as const))

const isFile = (operation: Operation, name: string) =>
  listFields(operation).find(([own]) => own === name)?.[1].kind === 'file'

const post = async (visitor: Visitor, operation: Operation, more: Record<string, string> = {}) => {
  const path = buildOperationPath(operation.name)
  const fields = Object.fromEntries(
    toPairs(typeInput(operation))
      .filter(([name]) => !isFile(operation, name))
      .map(([name, text]) => [formatFormName(name), text]),
  )
  const files = toPairs(typeInput(operation)).filter(([name]) => isFile(operation, name))
  if (!files.length) return visitor.follow(await visitor.post(path, { from: path, ...fields, ...more }))
  const parts = files.map(([name, file]) => ({
    bytes: fs.readFileSync(file),
    type: 'text/csv',
    filename: 'input.csv',
    field: formatFormName(name),
  }))
  const body = uploadBody(parts, { from: path, ...fields, ...more })
  return visitor.follow(
    await visitor.request(path, { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin' } }),
  )
}

/** Yields each state of the operation's page, and whether masked values were uncovered. */
async function* readPages(visitor: Visitor, operation: Operation): AsyncGenerator<[string, boolean, Answer]> {
  const path = buildOperationPath(operation.name)
  if (isReading(operation)) {
    const query = new URLSearchParams(toPairs(typeInput(operation)).map(([name, text]) => [name, text]))
    yield ['page', false, await visitor.get(`${path}?${query}`)]
    // Search words are sent by POST.
    if (listFields(operation).some(([, facts]) => facts.private))
      yield ['draft', false, await post(visitor, operation)]
    if (operation.uncovers) yield ['uncovered', true, await post(visitor, operation, { show: 'yes' })]
    if (operation.kind === 'list') yield ['CSV', false, await visitor.post(`${path}/rows.csv?${query}`, {})]
  } else yield ['preview', false, await post(visitor, operation)]
}

describe.each(ROLES)('as %s', (role) => {
  test('no page, preview or CSV has more than the role may see', async () => {
    const seen: string[] = []
    const unread: string[] = []
    let count = 0
    const look = (what: string, uncovered: boolean, { body }: Answer, operation?: Operation) => {
      count++
      for (const word of listForbidden(role, uncovered, operation?.name))
        if (body.includes(word)) seen.push(`${what}: ${word}`)
    }
    for (const path of PAGES) look(path, false, await visitors[role].get(path))
    for (const operation of await listOperations()) {
      if (!mayDo(role, operation.role) || MEMBER_DATA.has(operation.name)) continue
      for await (const [what, uncovered, answer] of readPages(visitors[role], operation)) {
        const status = what === 'CSV' && isHidden(operation, role) ? 404 : 200
        if (answer.status !== status || (status === 200 && isMissing(operation, role, answer.text)))
          unread.push(`${operation.name}, ${what}: ${answer.status}`)
        look(`${operation.name}, ${what}`, uncovered, answer, operation)
      }
    }
    expect(seen).toEqual([])
    expect(unread).toEqual([])
    expect(count).toBeGreaterThan(role === 'viewer' ? 20 : 40)
  })
})

test('operators see what their role allows', async () => {
  const member = buildOperationPath('users show', { user: ids.member })
  expect((await visitors.support.get(member)).text).toContain(NAME)
  const path = buildOperationPath('users show')
  const fields = { from: path, show: 'yes', [formatFormName('user')]: ids.member! }
  const uncovered = await visitors.support.follow(await visitors.support.post(path, fields))
  expect(uncovered.text).toContain(`+91${PHONE}`)
  expect(uncovered.text).toContain(EMAIL)
  const withdrawal = buildOperationPath('withdrawals show')
  const shown = await visitors.finance.post(withdrawal, {
    from: withdrawal,
    show: 'yes',
    [formatFormName('id')]: ids.withdrawals!,
  })
  expect((await visitors.finance.follow(shown)).text).toContain(UPI)
})
