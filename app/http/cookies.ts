/** The privacy policy shows this list. */

interface CookieDefinition {
  purpose: string
  seconds: number
  unless?: string
  path?: '/Desk'
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

const cookies = {
  token: {
    purpose: 'keeps you signed in',
    seconds: 30 * DAY,
    unless: 'until you close the browser, unless you ticked Remember me',
  },
  flash: { purpose: 'carries a message to the next page', seconds: 5 * MINUTE },
  join: {
    purpose: 'holds a sign-in or sign-up that is under way, and the number it is for',
    seconds: 30 * MINUTE,
  },
  probe: {
    purpose: 'shows whether your browser keeps cookies, without which you cannot sign in',
    seconds: 30 * MINUTE,
  },
  kept: {
    purpose: 'keeps a form that you sent after you were signed out, until you are signed in again',
    seconds: 15 * MINUTE,
  },
  confirm: {
    purpose: 'keeps the bank or UPI details that you sent, until you have confirmed your password',
    seconds: 15 * MINUTE,
  },
  follow: {
    purpose: 'keeps the store that you wanted to follow, until you are signed in',
    seconds: 15 * MINUTE,
  },
  ref: { purpose: 'keeps the referral code of the friend who sent you here', seconds: 30 * DAY },
  guest_clicks: {
    purpose: 'remembers the offers you followed before you signed up, so that their cashback can be yours',
    seconds: 7 * DAY,
  },
  device: {
    purpose:
      'remembers who signed in with this browser, so that you are told of a sign-in from another one, and so that nobody else’s wrong passwords keep you out',
    seconds: 365 * DAY,
  },
} as const satisfies Record<string, CookieDefinition>

/** Shoppers never get these cookies, so the privacy policy does not list them. */
const deskCookies = {
  desk: { purpose: 'keeps an operator signed in', seconds: DAY / 2, path: '/Desk' },
  desk_kept: {
    purpose: 'keeps the page, and the form, from which an operator was sent to sign in',
    seconds: 15 * MINUTE,
    path: '/Desk',
  },
  desk_keys: {
    purpose: 'remembers that the key / is switched off at the desk on this device',
    seconds: 365 * DAY,
    path: '/Desk',
  },
} as const satisfies Record<string, CookieDefinition>

export type CookieName = keyof typeof cookies | keyof typeof deskCookies

const all: Record<CookieName, CookieDefinition> = { ...cookies, ...deskCookies }

export const getCookie = (name: CookieName): CookieDefinition => all[name]

export const cookieList = (Object.keys(cookies) as (keyof typeof cookies)[]).map((name) => {
  const { purpose, seconds, unless } = getCookie(name)
  return { name, purpose, lasts: [formatDuration(seconds), unless].filter(Boolean).join('; ') }
})

function formatDuration(seconds: number): string {
  const [count, unit] = seconds < DAY ? [seconds / MINUTE, 'minute'] : [seconds / DAY, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
