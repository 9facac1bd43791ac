// The preview of a newsletter at the desk: untrusted HTML in a frame.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { newsletterIssues } from '~/platform/db/schema/newsletter'
import { subscriptions } from '~/platform/db/schema/notifications'
import { submitForm } from '~/http/desk/drafts/submit.server'
import { formatFormName } from '~/http/desk/views/labels'
import type { Actor } from '~/desk/actor.server'
import { findOperation } from '~/desk/find-operation'
import { formatPerson } from '~/domain/settings/person'
import { newVisitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'

beforeAll(async () => {
  env().SMTP_URL = 'smtp://127.0.0.1:9'
  await db.insert(subscriptions).values({ email: 'asha@mail.example', unsubscribe_token: 'asha' })
})
afterAll(() => {
  env().SMTP_URL = undefined
})

test('a newsletter is shown only to its operator, in a frame that runs and loads nothing', async () => {
  const { operator, visitor } = await signedInAtDesk()
  const actor: Actor = {
    operatorId: operator.id,
    osAccount: null,
    name: operator.name,
    by: formatPerson(operator.name, null),
    role: operator.role,
    source: 'desk',
  }
  const data = new FormData()
  const html = '<h1 onclick="x()">Sales of June</h1><script>x()</script><img src="https://x.example/p.gif">'
  data.set(formatFormName('file'), new File([html], 'june.html'))
  data.set(formatFormName('subject'), 'June')
  const draft = await submitForm(await findOperation('newsletter send'), actor, data)
  const path = `/Desk/Drafts/${draft}/frame`

  const page = await visitor.get(`/Desk/Drafts/${draft}`)
  expect(page.text).toContain('Sends “June” to 1 subscriber, 300 a minute.')
  expect(page.text).toContain('Left out, because mails load and run nothing: script, img.')
  expect(page.body).toContain(`<iframe class="desk-frame" sandbox="" src="${path}" title="Preview of June">`)

  const frame = await visitor.get(path)
  expect([frame.status, frame.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(frame.headers.get('Content-Security-Policy')).toMatch(
    /^sandbox; default-src 'none'; .*frame-ancestors 'self'$/,
  )
  expect(frame.headers.get('Cache-Control')).toContain('no-store')
  expect(frame.body).toContain('<h2>Sales of June</h2>')
  expect(frame.body).not.toMatch(/onclick|<script|<img/)

  const others = await signedInAtDesk()
  expect((await others.visitor.get(path)).status).toBe(404)
  expect((await newVisitor().get(path)).status).not.toBe(200)
  expect(await db.select().from(newsletterIssues)).toEqual([])
})
