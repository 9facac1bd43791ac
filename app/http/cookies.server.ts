import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { deriveKey, env } from '~/platform/config/env.server'
import { decrypt, encrypt } from '~/platform/encryption.server'
import { getCookie, type CookieName } from './cookies'

/** Over https a cookie of one path, the desk's, is of this host by its name: a page of another host of the domain can set none beside it. */
const isOfHost = (name: CookieName) => env().https && getCookie(name).path !== undefined

/** A desk with DESK_ORIGIN gets no cookie with a request that another site begins (requireArrival()). */
const isStrict = (name: CookieName) => env().DESK_ORIGIN !== undefined && getCookie(name).path !== undefined

const nameCookie = (name: CookieName) => (isOfHost(name) ? `__Host-${name}` : name)

/** Returns every value, because several cookies of one name may be an attack. */
export function readCookie(request: Request, cookie: CookieName): string[] {
  const name = nameCookie(cookie)
  const values: string[] = []
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) values.push(part.slice(at + 1).trim())
  }
  return values
}

function formatCookie(name: CookieName, value: string, maxAge: number | null): string {
  const path = isOfHost(name) ? '/' : (getCookie(name).path ?? '/')
  const parts = [
    `${nameCookie(name)}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${isStrict(name) ? 'Strict' : 'Lax'}`,
  ]
  if (maxAge !== null) parts.push(`Max-Age=${maxAge}`)
  if (env().https) parts.push('Secure')
  return parts.join('; ')
}

export const writeCookie = (name: CookieName, value: string, { session = false } = {}) =>
  formatCookie(name, value, session ? null : getCookie(name).seconds)

export const expireCookie = (name: CookieName) => formatCookie(name, '', 0)

/** Hindi has three bytes a letter, and a form of 1,000 letters has to fit. */
const DEFLATED = 'deflated'
/** Bytes. What is shorter stays readable for processes of the release before, during an update. */
const LONGEST_PLAIN = 2000

const encryptText = (key: Buffer, text: string): Buffer =>
  Buffer.byteLength(text) > LONGEST_PLAIN ? encrypt(key, deflateRawSync(text), DEFLATED) : encrypt(key, text)

function readSealed(key: Buffer, bytes: Buffer): string | null {
  const content = decrypt(key, bytes, DEFLATED)
  if (content) return inflateRawSync(content).toString()
  return decrypt(key, bytes)?.toString() ?? null
}

/** The cookie is encrypted and bound to its name; the client cannot extend its expiry. */
export function createSealedCookie<T>(name: CookieName) {
  const key = () => deriveKey(`cookie ${name}`)
  const { seconds } = getCookie(name)
  return {
    read(request: Request): T | null {
      const [value, ...more] = readCookie(request, name)
      if (!value || more.length) return null
      const text = readSealed(key(), Buffer.from(value, 'base64url'))
      if (text === null) return null
      const { until, content } = JSON.parse(text) as { until: number; content: T }
      return until > Date.now() ? content : null
    },
    write(content: T): string {
      const text = JSON.stringify({ until: Date.now() + seconds * 1000, content })
      return writeCookie(name, encryptText(key(), text).toString('base64url'))
    },
    end: () => expireCookie(name),
  }
}
