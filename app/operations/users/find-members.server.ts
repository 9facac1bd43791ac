import { and, eq, ilike, isNull, lt, ne, or, sql, desc } from 'drizzle-orm'
import type { User } from '~/accounts/users.server'
import { likePart } from '~/catalog/campaign-conditions.server'
import { db } from '~/db/client.server'
import type { Page } from '~/db/period.server'
import { users } from '~/db/schema/members'
import { readGrouped } from '~/formats/pasted'
import { GUEST_ID } from '~/tracking/guest'

const containing = (text: string) => `%${likePart(text)}%`

/** At least three digits, without separators and country code; else null. */
function readDigits(text: string): string | null {
  const digits = readGrouped(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|0(?=\d))/, '')
  return /^\d{3,12}$/.test(digits) ? digits.replace(/^91(?=\d{10}$)/, '') : null
}

function matches(part: string) {
  const digits = readDigits(part)
  return or(
    ilike(users.username, containing(part)),
    ilike(users.email, containing(part)),
    digits ? sql`substr(${users.phone_number}, 4) LIKE ${containing(digits)}` : undefined,
    /^[1-9]\d{0,14}$/.test(part) ? eq(users.id, Number(part)) : undefined,
  )
}

/** Without deleted accounts. `part`: of a name, an e-mail address or a mobile number, or a whole id. */
export const listMembers = (part: string | null, { after, limit }: Page): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        ne(users.id, GUEST_ID),
        part === null ? undefined : matches(part),
        after === undefined ? undefined : lt(users.id, after),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit)
