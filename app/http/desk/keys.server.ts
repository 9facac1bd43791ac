/** The key / of the desk can be switched off (WCAG 2.1.4): who dictates, or lays a hand on the keys, presses it without meaning to. */
import { expireCookie, readCookie, writeCookie } from '../cookies.server'

const OFF = 'no-slash'

export const hasSlashKey = (request: Request): boolean => !readCookie(request, 'desk_keys').includes(OFF)

/** For 'Set-Cookie'. */
export const writeSlashKey = (isOn: boolean): string =>
  isOn ? expireCookie('desk_keys') : writeCookie('desk_keys', OFF)
