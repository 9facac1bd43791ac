/** Reads which member a command is about, in the forms in which people write a number. */
import { Option } from 'commander'
import { normalizePhone } from '~/accounts/rules'
import { findUserById, findUserByPhone, type User } from '~/accounts/users.server'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { RefusedCommand } from './terminal'

/** What the help says of an argument that names a member. */
export const WHO = 'the member’s number, or the mobile number'

/** `--member`, which requireMember() reads. */
export const memberOption = (description: string) => new Option('--member <member>', `${description}: ${WHO}`)

/** '+91XXXXXXXXXX' of a mobile number as people write it: 9000000001, +91 90000-00001, (0) 90000 00001; null: it is none. */
export const mobileOf = (typed: string): string | null =>
  normalizePhone(typed.replace(/[().\u2010-\u2015\s]/g, '').replace(/^00(?=91)/, '+'))

/** A member's number, also as id:1001; null: it is none. */
function memberNumberOf(typed: string): number | null {
  const match = /^(?:id:)?([1-9]\d{0,14})$/.exec(typed.trim())
  return match ? Number(match[1]) : null
}

/**
 * The member whom the operator names, by number or mobile number; also one who has deleted the account, by number. Refused
 * for nobody, and where the digits are the mobile number of one member and the number of another.
 */
export async function requireMember(typed: string): Promise<User> {
  const phone = mobileOf(typed)
  const id = memberNumberOf(typed)
  const byPhone = phone ? await findUserByPhone(phone) : null
  const byId = id !== null && id !== GUEST_ID ? await findUserById(id) : null
  if (byPhone && byId && byPhone.id !== byId.id)
    throw new RefusedCommand(
      `${typed} is the mobile number of member ${byPhone.id} and the number of member ${byId.id}: say ${phone} or id:${id}.`,
    )
  const found = byPhone ?? byId
  if (!found) throw new RefusedCommand(`There is no member ${typed}${whyNobody(phone, id)}.`)
  return found
}

function whyNobody(phone: string | null, id: number | null): string {
  if (phone) return ': no account has this mobile number'
  return id === null
    ? ': give a member’s number or a mobile number. `users find` looks for parts of names, e-mail addresses and numbers'
    : ''
}
