import { Option } from 'commander'
import { normalizePhone } from '~/accounts/rules'
import { findUserById, findUserByPhone, type User } from '~/accounts/users.server'
import { readGrouped } from '~/formats/pasted'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { RefusedCommand } from './terminal'

/** Help text for the argument. */
export const WHO = 'the member’s number, or the mobile number'

export const memberOption = (description: string) => new Option('--member <member>', `${description}: ${WHO}`)

/** Normalizes 9000000001, +91 90000-00001, (0) 90000 00001 etc. to '+91XXXXXXXXXX'; null if it is no mobile number. */
export const parseMobile = (typed: string): string | null =>
  normalizePhone(
    readGrouped(typed)
      .replace(/[().]/g, '')
      .replace(/^00(?=91)/, '+'),
  )

/** Finds a mobile number typed with blanks but without quotes, which arrived as several arguments; else null. */
export function findSplitMobile(words: readonly string[]): string | null {
  for (let first = 0; first < words.length; first++)
    for (let end = first + 2; end <= Math.min(words.length, first + 4); end++) {
      const together = words.slice(first, end).join(' ')
      if (parseMobile(together)) return together
    }
  return null
}

/** Parses 1001 or id:1001; else null. */
function parseMemberNumber(typed: string): number | null {
  const match = /^(?:id:)?([1-9]\d{0,14})$/.exec(typed.trim())
  return match ? Number(match[1]) : null
}

/** Also finds deleted accounts. Throws RefusedCommand if there is none, or if the digits identify two members. */
export async function requireMember(typed: string): Promise<User> {
  const phone = parseMobile(typed)
  const id = parseMemberNumber(typed)
  const byPhone = phone ? await findUserByPhone(phone) : null
  const byId = id !== null && id !== GUEST_ID ? await findUserById(id) : null
  if (byPhone && byId && byPhone.id !== byId.id)
    throw new RefusedCommand(
      `${typed} is the mobile number of member ${byPhone.id} and the number of member ${byId.id}: use ${phone} or id:${id}.`,
    )
  const found = byPhone ?? byId
  if (!found) throw new RefusedCommand(`There is no member ${typed}${whyNotFound(phone, id)}.`)
  return found
}

function whyNotFound(phone: string | null, id: number | null): string {
  if (phone) return ': no account has this mobile number'
  return id === null
    ? ': enter a member’s number or a mobile number. `users find` searches names, e-mail addresses and numbers'
    : ''
}
