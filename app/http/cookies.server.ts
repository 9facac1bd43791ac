/** Cookies: how they are read, written, and sealed where their content is ours alone. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey, env } from '~/env.server'
import { cookieFacts, type CookieName } from './cookies'

/** Every value a request carries under one cookie name; more than one is somebody's trick. */
export function readCookie(request: Request, name: string): string[] {
  const values: string[] = []
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) values.push(part.slice(at + 1).trim())
  }
  return values
}

/** HttpOnly, SameSite=Lax, for the whole site, Secure exactly when the site is https. */
function headerOf(name: CookieName, value: string, maxAge: number | null): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (maxAge !== null) parts.push(`Max-Age=${maxAge}`)
  if (env().https) parts.push('Secure')
  return parts.join('; ')
}

/**
 * The Set-Cookie value of a cookie of cookies.ts, which is the only way to set one: it lasts as long as that list says,
 * or, with `session`, until the browser is closed.
 */
export const cookieHeader = (name: CookieName, value: string, { session = false } = {}) =>
  headerOf(name, value, session ? null : cookieFacts(name).seconds)

/** Ends a cookie. */
export const endCookie = (name: CookieName) => headerOf(name, '', 0)

/**
 * A cookie that only this site can read and make: its JSON is encrypted, bound to its name, and dated, so that an old
 * copy is worth nothing.
 */
export function sealedCookie<T>(name: CookieName) {
  const key = () => derivedKey(`cookie ${name}`)
  const { seconds } = cookieFacts(name)
  return {
    /** The content; null when there is none, it is not ours, it is too old, or there are two. */
    read(request: Request): T | null {
      const [value, ...more] = readCookie(request, name)
      if (!value || more.length) return null
      try {
        const bytes = Buffer.from(value, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(-16))
        const text = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
        const { until, content } = JSON.parse(text) as { until: number; content: T }
        return until > Date.now() ? content : null
      } catch {
        return null
      }
    },
    /** The Set-Cookie value that carries `content`. */
    write(content: T): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce)
      const text = JSON.stringify({ until: Date.now() + seconds * 1000, content })
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return cookieHeader(name, bytes.toString('base64url'))
    },
    end: () => endCookie(name),
  }
}
