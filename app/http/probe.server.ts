/** Detects browsers without cookies, where sign-in would fail silently: a form's page set one, but none comes back. */
import { accountMessages } from '~/messages/account'
import { failure } from '~/messages/notice'
import type { Flash } from './flash'
import { paths } from '~/paths'
import { writeCookie } from './cookies.server'
import { withSearch } from './form/site-paths'

const hasCookies = (request: Request) => request.headers.has('Cookie')

/** Ignores the flash cookie, which is deleted by the page that shows it and so does not come with the next form. */
const hasLastingCookies = (request: Request) =>
  (request.headers.get('Cookie') ?? '').split(';').some((part) => part.trim() && !/^\s*flash=/.test(part))

export const writeProbeCookie = (request: Request): string | null =>
  hasLastingCookies(request) ? null : writeCookie('probe', '1')

export const markMissingCookies = (request: Request, path: string): string =>
  !hasCookies(request) || path.includes('cookies=')
    ? withSearch(path, { cookies: hasCookies(request) ? null : 'off' })
    : path

/** Null if no message is needed: the address is marked, but the browser keeps cookies now. */
export function findMissingCookiesFlash(request: Request): Flash | null {
  const isMarked = new URL(request.url).searchParams.get('cookies') === 'off'
  if (!isMarked || hasCookies(request)) return null
  return {
    notice: failure(accountMessages.account.noCookies, [{ label: 'Contact Us', href: paths.contactUs }]),
  }
}
