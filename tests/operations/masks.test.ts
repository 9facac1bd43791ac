/** Every operation by every role, as table, CSV and JSON, over a member whose data would be recognised anywhere. */
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { operatorLog, operators } from '~/platform/db/schema/operations'
import { formatCommand } from '~/desk/command-text'
import { listOperations } from '~/desk/find-operation'
import { mayDo, ROLES, type Role } from '~/desk/roles'
import { opsAs } from '../ops/support'
import {
  ACCOUNT,
  EMAIL,
  ids,
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

const asOperator = async (role: Role, line: string) => {
  const { out, err } = await opsAs(`is-${role}`, line)
  return `${out}\n${err}`
}

beforeAll(async () => {
  await plantMember()
  for (const role of ROLES)
    await db.insert(operators).values({ name: `Is ${role}`, role, state: 'active', os_account: `is-${role}` })
  await plantTraces()
})

describe.each(ROLES)('as %s', (role) => {
  test('no list, record, report or preview shows more than the role may see', async () => {
    const seen: string[] = []
    const missing: string[] = []
    let count = 0
    for (const operation of await listOperations()) {
      if (!mayDo(role, operation.role) || MEMBER_DATA.has(operation.name)) continue
      const line = formatCommand(operation, typeInput(operation))
      const isChange = operation.kind === 'change' || operation.kind === 'job'
      const forms = isChange
        ? [' --dry-run', ' --dry-run --json']
        : ['', ' --json', ...(operation.kind === 'list' ? [' --csv'] : [])]
      const shows = operation.uncovers ? [false, true] : [false]
      for (const form of forms)
        for (const uncovers of shows) {
          count++
          const text = await asOperator(role, `${line}${form}${uncovers ? ' --show' : ''}`)
          if (isMissing(operation, role, text)) missing.push(line)
          // What was typed is in the message of a refusal.
          for (const word of listForbidden(role, uncovers, operation.name))
            if (text.includes(word)) seen.push(`${line}${form}${uncovers ? ' --show' : ''}: ${word}`)
        }
    }
    expect(seen).toEqual([])
    expect(missing).toEqual([])
    expect(count).toBeGreaterThan(role === 'viewer' ? 30 : 60)
  })
})

test('a role sees the names, numbers and texts that it may see', async () => {
  expect(await asOperator('support', `users show ${ids.member}`)).toContain(NAME)
  expect(await asOperator('support', `users show ${ids.member} --show`)).toContain(`+91${PHONE}`)
  expect(await asOperator('support', `notes list --member ${ids.member} --show`)).toContain(PHONE)
  expect(await asOperator('support', `withdrawals list --member ${ids.member}`)).toContain(ids.member)
  expect(await asOperator('finance', `claims show ${ids.claims}`)).toContain(`Where is it? ${NAME}, ${PHONE}`)
  expect(await asOperator('finance', `jobs show ${ids.jobs}`)).toMatch(new RegExp(`M3 +${ids.member} `))
  expect(await asOperator('finance', `withdrawals show ${ids.withdrawals} --show`)).toContain(UPI)
})

test('the log keeps no name, number, address or account, and no private text', async () => {
  const lines = await db.select().from(operatorLog)
  const text = JSON.stringify(lines)
  for (const word of [NAME, 'Zebedee', PHONE, EMAIL, ACCOUNT, UPI]) expect(text).not.toContain(word)
  expect(lines.length).toBeGreaterThan(10)
})
