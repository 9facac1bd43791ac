import { and, asc, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { maskPhone } from '~/accounts/rules'
import type { User } from '~/accounts/users.server'
import { formatDate, formatTime } from '~/formats/dates'
import { readGrouped } from '~/formats/pasted'
import { likePart } from '~/catalog/campaign-conditions.server'
import { db } from '~/db/client.server'
import { users } from '~/db/schema/members'
import { GUEST_ID } from '~/tracking/reported-clicks.server'
import { printList, type ListOptions } from './list-options'
import { truncate, text, type Column, type SafeText } from './safe-text'

export const describeHold = ({ payout_hold_until: until }: User) =>
  until && until.getTime() > Date.now() ? until : null

export const MEMBER_COLUMNS: readonly Column<User>[] = [
  { head: 'MEMBER', cell: ({ id }) => String(id), right: true },
  { head: 'NAME', cell: ({ username }) => truncate(username, 30) },
  { head: 'MOBILE', cell: ({ phone_number }) => phone_number ?? '' },
  { head: 'E-MAIL', cell: ({ email }) => truncate(email ?? '', 40) },
  { head: 'SINCE', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'ON HOLD UNTIL', cell: (user) => (describeHold(user) ? formatTime(describeHold(user)!) : '') },
]

export const memberFacts = (user: User) => ({
  id: user.id,
  username: user.username,
  phone_number: user.phone_number,
  email: user.email,
  created_at: user.created_at,
  on_hold_until: describeHold(user),
  on_hold_because: describeHold(user) && user.payout_hold_reason,
})

const containing = (text: string) => `%${likePart(text)}%`

/** At least three digits, without separators and country code; else null. */
function readDigits(text: string): string | null {
  const digits = readGrouped(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|0(?=\d))/, '')
  return /^\d{3,12}$/.test(digits) ? digits.replace(/^91(?=\d{10}$)/, '') : null
}

function findMembers(text: string, limit: number): Promise<User[]> {
  const digits = readDigits(text)
  return db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        or(
          ilike(users.username, containing(text)),
          ilike(users.email, containing(text)),
          digits ? sql`substr(${users.phone_number}, 4) LIKE ${containing(digits)}` : undefined,
          /^[1-9]\d{0,14}$/.test(text) ? eq(users.id, Number(text)) : undefined,
        ),
        sql`${users.id} <> ${GUEST_ID}`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
}

type Options = ListOptions & { show?: boolean }

export async function find(typed: string, options: Options): Promise<void> {
  printMembers(await findMembers(typed.trim(), options.limit), options, text`No member matches ‘${typed}’.`)
}

export async function listNewest(options: Options): Promise<void> {
  const newest = await db
    .select()
    .from(users)
    .where(and(isNull(users.deleted_at), sql`${users.id} <> ${GUEST_ID}`))
    .orderBy(desc(users.id))
    .limit(options.limit)
  printMembers(newest, options, text`There are no members.`)
}

/** Full mobile numbers need --show, which is logged. */
function printMembers(found: User[], options: Options, none: SafeText): void {
  const rows = options.show
    ? found
    : found.map((user) => ({ ...user, phone_number: user.phone_number && maskPhone(user.phone_number) }))
  printList(rows, options, {
    columns: MEMBER_COLUMNS,
    one: 'member',
    none,
    toJson: memberFacts,
    fields: ['id', 'username', 'phone_number', 'email', 'created_at', 'on_hold_until', 'on_hold_because'],
  })
}
