import { describe, expect, test } from 'vitest'
import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { takeFlash } from '~/http/flash.server'
import { deriveCsrfToken } from '~/http/guard.server'
import { readFormData } from '~/http/body.server'
import type { FormOptions } from '~/http/form/forms.server'
import { createFormReader } from '~/http/form-action.server'
import { readSession } from '~/http/session.server'
import { openTestSession } from '../accounts/people'

const schema = z.object({
  phone_number: z
    .string('Please enter a valid 10-digit mobile number.')
    .regex(/^\d{10}$/, 'Please enter a valid 10-digit mobile number.'),
  password: z.string('Please fill in this field.').min(8, 'Please choose a password of 8 to 128 characters.'),
})
const options = { form: 'sign-in', secrets: ['password'] }
const readForm = <Schema extends z.ZodType>(request: Request, fields: Schema, given: FormOptions) =>
  createFormReader(request, given).readForm(fields)
const SAME = { 'Sec-Fetch-Site': 'same-origin' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

function post(fields: Record<string, string> | string, headers: Record<string, string> = SAME) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  return new Request('http://localhost:3000/auth/sign-in', {
    method: 'POST',
    body,
    headers: { ...FORM, ...headers },
  })
}
const good = { phone_number: '9876543210', password: 'long enough', from: '/Deals?page=2' }

async function thrown(request: Request): Promise<Response> {
  const answer = await readForm(request, schema, options).then(
    () => null,
    (error: unknown) => error,
  )
  expect(answer).toBeInstanceOf(Response)
  return answer as Response
}
const readFlash = (response: Response, path: string) =>
  takeFlash(
    new Request(`http://localhost:3000${path}`, {
      headers: { Cookie: response.headers.get('Set-Cookie')!.split(';', 1)[0]! },
    }),
  ).flash

describe('valid form', () => {
  test('returns its input and the page it was on', async () => {
    const { input, from } = await readForm(post(good), schema, options)
    expect(input).toEqual({ phone_number: '9876543210', password: 'long enough' })
    expect(from).toBe('/Deals?page=2')
  })
  test('has NUL characters removed', async () => {
    const { input } = await readForm(post({ ...good, password: 'long\0enough' }), schema, options)
    expect(input.password).toBe('longenough')
  })
  test('with a hostile return path returns to the home page', async () => {
    for (const from of ['//evil.example', '/\t/evil.example', 'https://evil.example'])
      expect((await readForm(post({ ...good, from }), schema, options)).from).toBe('/')
  })
})

describe('invalid form', () => {
  test('redirects back with the errors and the input, without the password', async () => {
    const answer = await thrown(post({ ...good, phone_number: '12345', password: 'short' }))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/Deals?page=2')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(readFlash(answer, '/Deals')).toEqual({
      form: {
        form: 'sign-in',
        values: { phone_number: '12345' },
        errors: {
          phone_number: 'Please enter a valid 10-digit mobile number.',
          password: 'Please choose a password of 8 to 128 characters.',
        },
      },
    })
  })
  test('with a duplicate field is refused where one value is expected', async () => {
    const answer = await thrown(post('phone_number=9876543210&phone_number=9876543211&password=long+enough'))
    expect(readFlash(answer, '/')?.form?.errors).toEqual({
      phone_number: 'Please enter a valid 10-digit mobile number.',
    })
  })
})

describe('CSRF guard', () => {
  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:3001' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' },
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
  ] as Record<string, string>[])('refuses %j', async (headers) => {
    expect((await thrown(post(good, headers))).status).toBe(403)
  })
  test.each([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://localhost:3000' },
    {} as Record<string, string>,
  ])('accepts without a session: %j', async (headers) => {
    expect((await readForm(post(good, headers), schema, options)).input.phone_number).toBe('9876543210')
  })
  test('requires the form’s CSRF token for a session if the browser sends no origin', async () => {
    const [user] = await db
      .insert(users)
      .values({
        username: 'Asha',
        phone_number: '+919876543210',
        email: 'a@b.example',
        referral_code: 'ASHA1',
      })
      .returning()
    const { token } = await openTestSession(user!.id, { remember: false })
    const cookie = { Cookie: `token=${token}` }
    const session = await readSession(new Request('http://localhost:3000/', { headers: cookie }))
    expect(session?.user.id).toBe(user!.id)
    expect((await thrown(post(good, cookie))).status).toBe(403)
    expect((await thrown(post({ ...good, csrf: 'x' }, cookie))).status).toBe(403)
    const csrf = deriveCsrfToken(session!.tokenHash)
    expect(deriveCsrfToken(session!.tokenHash)).not.toBe(csrf)
    for (const wrong of [csrf.slice(0, 43), deriveCsrfToken('another session'), `${csrf.slice(0, -4)}AAAA`])
      expect((await thrown(post({ ...good, csrf: wrong }, cookie))).status).toBe(403)
    expect((await readForm(post({ ...good, csrf }, cookie), schema, options)).input).not.toHaveProperty(
      'csrf',
    )
    const two = { Cookie: `token=${token}; token=${token}` }
    expect(await readSession(new Request('http://localhost:3000/', { headers: two }))).toBeNull()
  })
})

describe('limit of fields', () => {
  const fields = (n: number) => Array.from({ length: n }, (_, i) => `a${i}=x`)
  const answer = (body: string, type = FORM['Content-Type']) =>
    readFormData(
      new Request('http://localhost:3000/', { method: 'POST', body, headers: { 'Content-Type': type } }),
    )
      .then((data) => [...data].length)
      .catch((error: unknown) => (error as Response).status)
  const parts = (n: number) =>
    fields(n)
      .map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`)
      .join('') + '--b--\r\n'

  test('is a hundred; one more is refused with 413', async () => {
    expect(await answer(fields(100).join('&'))).toBe(100)
    expect(await answer(fields(101).join('&'))).toBe(413)
    expect(await answer(parts(100), 'multipart/form-data; boundary=b')).toBe(100)
    expect(await answer(parts(101), 'multipart/form-data; boundary=b')).toBe(413)
  })
  test('names the limit in the response', async () => {
    const refused = await thrown(post(`${fields(101).join('&')}`))
    expect(await refused.text()).toBe('Content Too Large: more than 100 fields\n')
  })
  test('counts before parsing, including empty fields and forms that do not parse', async () => {
    expect(await answer('&'.repeat(60_000))).toBe(413)
    expect(await answer('--b\r\n'.repeat(200), 'multipart/form-data; boundary=b')).toBe(413)
  })
  test('counts multipart parts by the boundary that the parser uses', async () => {
    expect(await answer(parts(2), 'multipart/form-data; boundary="b"; boundary=c')).toBe(2)
    expect(await answer(parts(2), 'multipart/form-data; charset=utf-8; boundary=b')).toBe(2)
    for (const type of ['', '; boundary=', `; boundary=${'b'.repeat(71)}`, '; boundary="b', '; xboundary=b'])
      expect(await answer(parts(2), `multipart/form-data${type}`)).toBe(400)
  })
  test('keeps every value of a repeated field in order', async () => {
    const many = z.object({ a: z.array(z.string()) })
    const { input } = await readForm(post('a=1&b=2&a=3&a=4&from=/Deals'), many, options)
    expect(input).toEqual({ a: ['1', '3', '4'] })
  })
})

describe('body checks', () => {
  test('over 64 KB is 413, by the header and by the stream', async () => {
    const long = { ...good, password: 'x'.repeat(70_000) }
    expect((await thrown(post(long, { ...SAME, 'Content-Length': '70000' }))).status).toBe(413)
    expect((await thrown(post(long))).status).toBe(413)
  })
  test('another content type is 415, a broken body is 400', async () => {
    const refuse = async (type: string, body: string) =>
      (await thrown(post(body, { ...SAME, 'Content-Type': type }))).status
    expect(await refuse('application/json', '{}')).toBe(415)
    expect(await refuse('multipart/form-data', 'x')).toBe(400)
  })
})
