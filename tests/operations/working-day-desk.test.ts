import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { listFields } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { opsAs, ops } from '../ops/support'
import type { Answer, Visitor } from '../support/app'
import { forgetSteps, nextCode } from '../support/desk'
import { openDesk, pressConfirm, sendForm, toPairs, unescapeHtml, writePath } from '../support/desk-forms'
import { liveDay, type Person, type Shown, type Step } from './working-day'

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@dealdwaar.example' })
})

const visitors = new Map<number, Visitor>()

function visit({ id, token }: Person): Visitor {
  const visitor = visitors.get(id) ?? openDesk(token)
  visitors.set(id, visitor)
  return visitor
}

async function confirm(person: Person, preview: Answer, { meanwhile }: Step): Promise<Shown> {
  const visitor = visit(person)
  await meanwhile?.()
  const page = await pressConfirm(visitor, preview)
  if (!page) return { text: preview.text, files: [] }
  // The server has a worker; here it is this command.
  await opsAs('worker', 'work --once')
  const [, job] = /href="(\/Desk\/jobs\/show\?id=\d+)"/.exec(page.body) ?? []
  const end = job ? await visitor.get(unescapeHtml(job)) : page
  const files = [...end.body.matchAll(/href="([^"]+\/files\/\d+)"/g)].map(([, href]) => href!)
  const made = await Promise.all(files.map(async (href) => (await visitor.get(href)).body))
  return { text: `${page.text}\n${end.text}`, files: made }
}

async function perform(person: Person, operation: Operation, given: Step): Promise<Shown> {
  const visitor = visit(person)
  if (!given.codeAgain) return confirm(person, await sendForm(visitor, operation, given), given)
  await db.execute(
    sql`UPDATE desk_sessions SET code_at = now() - interval '11 minutes' WHERE operator_id = ${person.id}`,
  )
  const asked = await sendForm(visitor, operation, given)
  expect(asked.text).toContain('The six digits that the authenticator app shows')
  await forgetSteps(person.id)
  const from = /name="from" value="([^"]*)"/.exec(asked.body)![1]!
  const otp = await nextCode(person.id)
  const preview = await visitor.follow(await visitor.post('/Desk/Code', { from: unescapeHtml(from), otp }))
  return confirm(person, preview, given)
}

test('a day at the desk leaves the same log as a day by command, and the audit finds nothing', async () => {
  await liveDay('desk', {
    async read(person, operation, input) {
      const visitor = visit(person)
      const isPrivate = listFields(operation).some(([name, facts]) => facts.private && name in input)
      const query = new URLSearchParams(toPairs(input))
      const page = isPrivate
        ? await sendForm(visitor, operation, { input })
        : await visitor.get(`${writePath(operation)}?${query}`)
      return { text: page.text, files: [] }
    },
    perform,
    async agree(person, _, given, approval) {
      const visitor = visit(person)
      const from = '/Desk/approvals/list'
      const preview = await visitor.follow(await visitor.post(`/Desk/Approvals/${approval}/agree`, { from }))
      return confirm(person, preview, given)
    },
  })
  expect((await ops('audit')).out).toContain('The books balance: no defect.\n')
}, 120_000)
