/** What a person may call themselves and how they sign in (docs/rules.md#20, #21, #22). Pure: the same in the browser. */

const MOBILE = /^(?:\+?91|0)?([6-9]\d{9})$/
/** \p{C}: an address is shown in lists and on the operator's terminal, and nothing in it may steer either. */
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@.\p{C}]+$/u
/** Control characters, and those that turn the direction of the text around them. */
const NOT_IN_A_NAME = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

export const PASSWORD_SHORTEST = 8
export const PASSWORD_LONGEST = 128

/** '+91XXXXXXXXXX' of a number as people type it, or null. */
export function normalizePhone(text: string): string | null {
  const match = MOBILE.exec(text.replace(/[\s-]/g, ''))
  return match ? `+91${match[1]}` : null
}

/** Trimmed and lower-cased, or null. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && EMAIL.test(email) ? email : null
}

/** 2 to 80 characters of any script, with single spaces; or null. */
export function normalizeUsername(text: string): string | null {
  // Normalization sorts combining marks, in quadratic time.
  if (text.length > 1000) return null
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  const length = Array.from(name).length
  return length >= 2 && length <= 80 && !NOT_IN_A_NAME.test(name) ? name : null
}

/** '+91 ••••• ••210': enough to know one's own number by. */
export const maskPhone = (phone: string) => `+91 ••••• ••${phone.slice(-3)}`

/** 'as•••@mail.example': enough to know one's own address by. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${firstCharacters(name, 2)}•••@${host}`
}

/** The first `n` characters, without taking the rest apart: a character has at most two code units. */
const firstCharacters = (text: string, n: number) =>
  Array.from(text.slice(0, 2 * n))
    .slice(0, n)
    .join('')

/** 'R••• N•••' of 'Ravi Nair': enough for whoever knows the person. */
export const maskName = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => `${firstCharacters(word, 1)}•••`)
    .join(' ')
