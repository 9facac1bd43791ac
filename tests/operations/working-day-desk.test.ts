import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '~/db/client.server'
import { listFields } from '~/operations/command-text'
import type { Operation } from '~/operations/operation'
import { opsAs, ops } from '../ops/support'
import { handle, newVisitor, type Answer, type Send, type Visitor } from '../support/app'
import { forgetSteps, nextCode } from '../support/desk'
import { uploadBody } from '../support/uploads'
import { liveDay, type Given, type Input, type Person, type Shown } from './working-day'

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@dealdwaar.example' })
})

const visitors = new Map<number, Visitor>()

/** The links to two files of one result have no blank between them. */
const handleApart: Send = async (request) => {
  const response = await handle(request)
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response
  return new Response((await response.text()).replaceAll('</a><a ', '</a> <a '), response)
}

function visit({ id, token }: Person): Visitor {
  const visitor = visitors.get(id) ?? newVisitor(handleApart)
  if (!visitors.has(id)) visitor.cookies.set('desk', token)
  visitors.set(id, visitor)
  return visitor
}

const writePath = ({ name }: Operation) => `/Desk/${name.replace(' ', '/')}`

const toPairs = (input: Input, write = (name: string) => name) =>
  Object.entries(input).map(([name, value]) => [write(name), [value].flat().join('\n')] as const)

async function send(visitor: Visitor, operation: Operation, { input, files = {} }: Given): Promise<Answer> {
  const from = writePath(operation)
  const fields = Object.fromEntries([['from', from], ...toPairs(input, (name) => `input.${name}`)])
  if (!Object.keys(files).length) return visitor.follow(await visitor.post(from, fields))
  const parts = Object.entries(files).map(([name, { name: filename, content }]) => ({
    bytes: Buffer.from(content),
    filename,
    type: 'text/plain',
    field: `input.${name}`,
  }))
  const body = uploadBody(parts, fields)
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  return visitor.follow(await visitor.request(from, { method: 'POST', body, headers }))
}

const unescape = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The form of the confirmation with all that it would send. Null: there is nothing to confirm. */
function findConfirmation({ body }: Answer): { action: string; fields: Record<string, string> } | null {
  const [, attributes, inside] =
    /<form\b([^>]*class="[^"]*\bdesk-confirm\b[^"]*"[^>]*)>([\s\S]*?)<\/form>/.exec(body) ?? []
  if (attributes === undefined) return null
  const fields = [...inside!.matchAll(/<input\b[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)![1]!,
    unescape(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ])
  return { action: unescape(/action="([^"]*)"/.exec(attributes)![1]!), fields: Object.fromEntries(fields) }
}

async function confirm(person: Person, preview: Answer, { meanwhile }: Given): Promise<Shown> {
  const visitor = visit(person)
  const confirmation = findConfirmation(preview)
  if (!confirmation) return { text: preview.text, files: [] }
  await meanwhile?.()
  const page = await visitor.follow(await visitor.post(confirmation.action, confirmation.fields))
  // The server has a worker; here it is this command.
  await opsAs('worker', 'work --once')
  const [, job] = /href="(\/Desk\/jobs\/show\?id=\d+)"/.exec(page.body) ?? []
  const end = job ? await visitor.get(unescape(job)) : page
  const files = [...end.body.matchAll(/href="([^"]+\/files\/\d+)"/g)].map(([, href]) => href!)
  const made = await Promise.all(files.map(async (href) => (await visitor.get(href)).body))
  return { text: `${page.text}\n${end.text}`, files: made }
}

async function perform(person: Person, operation: Operation, given: Given): Promise<Shown> {
  const visitor = visit(person)
  if (!given.codeAgain) return confirm(person, await send(visitor, operation, given), given)
  await db.execute(
    sql`UPDATE desk_sessions SET code_at = now() - interval '11 minutes' WHERE operator_id = ${person.id}`,
  )
  const asked = await send(visitor, operation, given)
  expect(asked.text).toContain('The six digits that the authenticator app shows')
  await forgetSteps(person.id)
  const from = /name="from" value="([^"]*)"/.exec(asked.body)![1]!
  const otp = await nextCode(person.id)
  const preview = await visitor.follow(await visitor.post('/Desk/Code', { from: unescape(from), otp }))
  return confirm(person, preview, given)
}

test('a day at the desk leaves the same log as a day by command, and the audit finds nothing', async () => {
  await liveDay('desk', {
    async read(person, operation, input) {
      const visitor = visit(person)
      const isPrivate = listFields(operation).some(([name, facts]) => facts.private && name in input)
      const query = new URLSearchParams(toPairs(input) as [string, string][])
      const page = isPrivate
        ? await send(visitor, operation, { input })
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
