/** Names, numbers and passwords (docs/rules.md#20, #21, #22); shared with the browser. */
import { firstCharacters, isLegibleName, hasControlCharacters } from '~/platform/formats/characters'
import { EMAIL_ADDRESS } from '~/platform/formats/email-address'
import { readGrouped } from '~/platform/formats/pasted'

const MOBILE = /^(?:\+?91|0)?([6-9]\d{9})$/

export const PASSWORD_SHORTEST = 8
/** Of operators, whose sessions move everybody's money. */
export const DESK_PASSWORD_SHORTEST = 12
export const PASSWORD_LONGEST = 128

export function normalizePhone(text: string): string | null {
  const match = MOBILE.exec(readGrouped(text))
  return match ? `+91${match[1]}` : null
}

/** Accepts 9000000001, +91 90000-00001, (0) 90000 00001; else null. */
export const parseMobile = (typed: string): string | null =>
  normalizePhone(
    readGrouped(typed)
      .replace(/[().]/g, '')
      .replace(/^00(?=91)/, '+'),
  )

export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && EMAIL_ADDRESS.test(email) ? email : null
}

export function normalizeUsername(text: string): string | null {
  // Normalization takes quadratic time for combining marks.
  if (text.length > 1000) return null
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  const length = Array.from(name).length
  return length >= 2 && length <= 80 && !hasControlCharacters(name) && isLegibleName(name) ? name : null
}

/** As it is read out: '+91 90000 00001'. */
export const spacePhone = (phone: string) => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')

export const maskPhone = (phone: string) => `+91 ••••• ••${phone.slice(-3)}`

export const maskName = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => `${firstCharacters(word, 1)}•••`)
    .join(' ')
