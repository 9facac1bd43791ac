/** Every cookie has its name and lifetime from one list. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import { cookieList } from '~/http/cookies'
import { readCookie, writeCookie, expireCookie, createSealedCookie } from '~/http/cookies.server'
import { newVisitor } from '../support/app'

test('a cookie has the lifetime of the list, or ends with the browser session', () => {
  expect(writeCookie('token', 'x')).toBe('token=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000')
  expect(writeCookie('token', 'x', { session: true })).toBe('token=x; Path=/; HttpOnly; SameSite=Lax')
  expect(createSealedCookie('device').write({})).toMatch(/^device=.*; Max-Age=31536000$/)
  expect(expireCookie('ref')).toMatch(/^ref=; .*; Max-Age=0$/)
})

test('the cookie of an operator is of this host alone over https', () => {
  expect(writeCookie('desk', 'x')).toBe('desk=x; Path=/Desk; HttpOnly; SameSite=Lax; Max-Age=43200')
  const request = (cookie: string) =>
    new Request('https://shop.example/Desk', { headers: { Cookie: cookie } })
  env().https = true
  try {
    expect(writeCookie('desk', 'x')).toBe(
      '__Host-desk=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure',
    )
    expect(readCookie(request('desk=planted; __Host-desk=x'), 'desk')).toEqual(['x'])
    expect(writeCookie('token', 'x', { session: true })).toBe(
      'token=x; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
  } finally {
    env().https = false
  }
})

test('the cookie of a desk with DESK_ORIGIN comes with no request that another site begins', () => {
  env().DESK_ORIGIN = 'https://desk.shop.example'
  try {
    expect(writeCookie('desk', 'x')).toBe('desk=x; Path=/Desk; HttpOnly; SameSite=Strict; Max-Age=43200')
    expect(writeCookie('token', 'x')).toContain('; SameSite=Lax;')
  } finally {
    delete env().DESK_ORIGIN
  }
})

test('a cookie that is not on the list does not compile', () => {
  // @ts-expect-error -- there is no such cookie
  expect(() => createSealedCookie('tracker')).toThrow(TypeError)
  // @ts-expect-error -- there is no such cookie
  expect(() => writeCookie('tracker', 'x')).toThrow(TypeError)
})

test('each cookie has a purpose and a lifetime in words', () => {
  expect(cookieList.find(({ name }) => name === 'guest_clicks')!.lasts).toBe('7 days')
  expect(cookieList.find(({ name }) => name === 'flash')!.lasts).toBe('5 minutes')
  for (const { purpose } of cookieList) expect(purpose).toMatch(/^[a-z].*[a-z]$/)
})

test('the privacy policy lists all cookies', async () => {
  const { text } = await newVisitor().get('/PrivacyPolicy')
  for (const { name, purpose, lasts } of cookieList) expect(text).toContain(`${name} ${purpose} (${lasts}).`)
})

/** The one file that writes a Set-Cookie value, and the files that only name the header. */
const WRITER = 'app/http/cookies.server.ts'

test('no other code writes cookies', () => {
  const files = ['app', 'server'].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  )
  expect(files).toContain(WRITER)
  const writers = files.filter((file) =>
    /createCookie|document\.cookie|cookieStore|HttpOnly\b|Max-Age=|Set-Cookie'?,? *[`'"]\w+=/.test(
      fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    ),
  )
  expect(writers).toEqual([WRITER])
})
