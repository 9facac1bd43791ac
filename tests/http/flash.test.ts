import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveKey } from '~/platform/config/env.server'
import { decrypt } from '~/platform/encryption.server'
import { forwardFlash, takeFlash, writeFlash } from '~/http/flash.server'
import { writeWithinLimit } from '~/http/form/flash.server'

const readCookie = (header: string) => header.split(';', 1)[0]!
const makeRequest = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie, ...headers } })
const notice = { tone: 'success', text: 'You are signed in.' } as const

describe('flash cookie', () => {
  const header = writeFlash('/Account/Wallet?dialog=withdraw', { notice })
  const cookie = readCookie(header)

  test('is encrypted and HttpOnly, and lives five minutes', () => {
    expect(header).toMatch(/^flash=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/)
    expect(Buffer.from(cookie.slice(6), 'base64url').toString()).not.toContain('signed in')
  })
  test('is consumed once by its page, with or without the query', () => {
    expect(takeFlash(makeRequest('/Account/Wallet', cookie))).toEqual({
      flash: { notice },
      end: 'flash=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    })
    expect(takeFlash(makeRequest('/account/wallet?x=1', cookie)).flash).toEqual({ notice })
  })
  test('is left for its page by other pages and by prefetches', () => {
    expect(takeFlash(makeRequest('/', cookie))).toEqual({ flash: null, end: null })
    expect(takeFlash(makeRequest('/Account/Wallet', cookie, { 'Sec-Purpose': 'prefetch' })).flash).toBeNull()
    expect(takeFlash(makeRequest('/Account/Wallet', cookie, { Purpose: 'prefetch' })).flash).toBeNull()
  })
  test('is ignored if forged, broken or duplicated', () => {
    for (const bad of ['flash=abc', `${cookie}AAAA`, `${cookie}; ${cookie}`, 'flash='])
      expect(takeFlash(makeRequest('/Account/Wallet', bad)).flash).toBeNull()
  })
  test('carries the actions of a notice', () => {
    const actions = [
      { label: 'Login', dialog: 'sign-in' },
      { label: 'Wallet', href: '/Account/Wallet' },
    ]
    const taken = takeFlash(
      makeRequest('/Deals', readCookie(writeFlash('/Deals', { notice: { ...notice, actions } }))),
    )
    expect(taken.flash?.notice?.actions).toEqual(actions)
  })
  test('is forwarded by a loader that redirects', () => {
    const passed = forwardFlash(makeRequest('/Account/Wallet', cookie), '/')
    expect(takeFlash(makeRequest('/', readCookie(passed!))).flash).toEqual({ notice })
    expect(forwardFlash(makeRequest('/elsewhere', cookie), '/')).toBeNull()
  })
  test('is serialized at most twice, however many fields a form has', () => {
    const values = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 'a']))
    let written = 0
    const write = (content: unknown) => {
      written++
      return JSON.stringify(content)
    }
    writeWithinLimit({ write }, { form: { form: 'sign-up', values, errors: {} } })
    expect(written).toBe(2)
    const header = writeFlash('/', { notice, form: { form: 'sign-up', values, errors: {} } })
    expect(header.length).toBeLessThan(4096)
    expect(takeFlash(makeRequest('/', readCookie(header))).flash?.notice).toEqual(notice)
  })
  test('has room for a claim of 1,000 Hindi letters', () => {
    const text = [...randomBytes(1000)].map((byte) => String.fromCodePoint(0x905 + (byte % 53))).join('')
    const form = { form: 'claim', values: { order_number: 'OD-1', text }, errors: { proof: 'Only JPEG.' } }
    const header = writeFlash('/Account/Claims/new', { notice, form })
    expect(header.length).toBeLessThan(4096)
    expect(takeFlash(makeRequest('/Account/Claims/new', readCookie(header))).flash).toEqual({ notice, form })
  })
  test('is not compressed if it is short, because the release before cannot inflate', () => {
    const value = readCookie(writeFlash('/', { notice })).slice('flash='.length)
    const text = decrypt(deriveKey('cookie flash'), Buffer.from(value, 'base64url'))
    expect(JSON.parse(String(text))).toMatchObject({ content: { path: '/', notice } })
  })
  test('stays under the browser’s size limit: the longest text is dropped', () => {
    const username = randomBytes(4000).toString('base64')
    const values = { email: 'asha@mail.example', username }
    const long = writeFlash('/', { form: { form: 'sign-up', values, errors: { username: 'too long' } } })
    expect(long.length).toBeLessThan(4096)
    expect(takeFlash(makeRequest('/', readCookie(long))).flash?.form).toEqual({
      form: 'sign-up',
      values: { email: 'asha@mail.example' },
      errors: { username: 'too long' },
    })
  })
})
