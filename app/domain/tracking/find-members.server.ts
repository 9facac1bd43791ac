import { and, desc, eq, ilike, isNull, ne, or, sql } from 'drizzle-orm'
import type { User } from '~/accounts/users.server'
import { escapeLike } from '~/domain/catalog/campaign-conditions.server'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { users } from '~/platform/db/schema/members'
import { readId } from '~/platform/formats/ids'
import { readGrouped } from '~/platform/formats/pasted'
import { GUEST_ID } from './clicks'

const matchPart = (text: string) => `%${escapeLike(text)}%`

function readDigits(text: string): string | null {
  const digits = readGrouped(text)
    .replace(/[().]/g, '')
    .replace(/^(?:\+91|0091|0(?=\d))/, '')
  return /^\d{3,12}$/.test(digits) ? digits.replace(/^91(?=\d{10}$)/, '') : null
}

function matches(part: string) {
  const digits = readDigits(part)
  const id = readId(part)
  return or(
    ilike(users.username, matchPart(part)),
    ilike(users.email, matchPart(part)),
    digits ? sql`substr(${users.phone_number}, 4) LIKE ${matchPart(digits)}` : undefined,
    id === null ? undefined : eq(users.id, id),
  )
}

export const listMembers = (part: string | null, { after, limit }: Page): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        ne(users.id, GUEST_ID),
        part === null ? undefined : matches(part),
        continueBelow(users.id, after),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit)
