// What a server answers that takes no more requests, or is not done in time.
import { expect, test } from 'vitest'
import { siteMessages } from '~/messages/site'
import { createRouteFinder } from '~/platform/find-route'
import { build, newVisitor } from '../support/app'
import { createAdmission, type Admission } from '../../server/admission'
import { toResponse, refuseWhenOverloaded } from '../../server/overload'
import type { Refusal } from '../../server/refuse'

const full = createAdmission({ running: 0, waiting: { money: 0, member: 0, form: 0, guest: 0, desk: 0 } })
const texts = { title: siteMessages.failure.title, text: siteMessages.network.busy.text }
const never = () => new Promise<Response>(() => {})
const find = createRouteFinder(build)
const asked = (path: string, method = 'GET') => ({
  method,
  path,
  failures: find(path).failures,
  priority: 'guest' as const,
})

const answered = async (answer: Promise<Response | Refusal>) => {
  const found = await answer
  return found instanceof Response ? found : toResponse(found)
}

const visitor = (admission: Admission = full) => {
  const admit = refuseWhenOverloaded(admission, texts)
  return newVisitor(({ url, method }) => answered(admit(asked(new URL(url).pathname, method), never)))
}

test('an overloaded server refuses a page with 503, the reason and a link to try again', async () => {
  const { status, headers, body, text } = await visitor().get('/Deals?page=2')
  expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([503, '5', 'no-store'])
  expect(text).toContain('Oops...')
  expect(text).toContain('We are busy at the moment. Please try again in a few seconds.')
  expect(body).toContain('<a href="">Try again</a>')
  const [, style] = /<style>(.*)<\/style>/.exec(body)!
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const hash = Buffer.from(digest).toString('base64')
  expect(headers.get('Content-Security-Policy')).toContain(`style-src 'sha256-${hash}'`)
})

test('an overloaded server refuses a form and an API call with 503', async () => {
  expect((await visitor().post('/newsletter', { email: 'someone@example.com' })).status).toBe(503)
  const answer = await visitor().get('/api/stores')
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    503,
    { success: false, message: 'We are busy at the moment. Please try again in a few seconds.' },
  ])
})

test.each(['/postback/trackier/secret', '/suggestions.data'])(
  'an overloaded server refuses %s in plain text',
  async (path) => {
    const { status, headers, body } = await visitor().get(path)
    expect([status, headers.get('Content-Type')]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(body).toBe('We are busy at the moment. Please try again in a few seconds.\n')
  },
)

test('a request that takes too long is answered with 503 and frees its place when it ends', async () => {
  const admission = createAdmission({ running: 1 })
  const ends: ((response: Response) => void)[] = []
  const work = () => new Promise<Response>((resolve) => ends.push(resolve))
  const first = await answered(refuseWhenOverloaded(admission, texts, 10)(asked('/'), work))
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '5'])
  const second = answered(refuseWhenOverloaded(admission, texts)(asked('/'), work))
  expect(ends.length).toBe(1)
  ends[0]!(new Response('late'))
  await expect.poll(() => ends.length).toBe(2)
  ends[1]!(new Response('in time'))
  expect(await (await second).text()).toBe('in time')
})

test('a page is not rendered if its visitor left while it waited; a form is processed', async () => {
  const admission = createAdmission({ running: 1 })
  const handled: string[] = []
  const admit = refuseWhenOverloaded(admission, texts)
  const leave = await admission.enter('guest')
  let isGone = false
  const requests = ['GET', 'POST'].map((method) =>
    admit({ ...asked('/', method), isGone: () => isGone }, async () => {
      handled.push(method)
      return new Response()
    }),
  )
  isGone = true
  leave!()
  await Promise.all(requests)
  expect(handled).toEqual(['POST'])
})
