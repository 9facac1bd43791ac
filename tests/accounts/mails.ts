/** Mails that wait in the outbox, and members with an address. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { confirmAddress } from '~/domain/accounts/email-address.server'
import {
  beginNumberChange,
  sendNewNumberCode,
  requestNumberLink,
} from '~/domain/accounts/number-changes.server'
import { editDetails } from '~/domain/accounts/edit-details.server'
import { endAfterAnswers } from '~/platform/after-answer.server'
import { db } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { deliveries } from '~/platform/db/schema/deliveries'
import { users } from '~/platform/db/schema/members'
import { openContent } from '~/domain/outreach/queue-mail.server'
import { addUser, readCode, newPhone, PASSWORD, stranger, visitor } from './people'

/** Contents of the mails of this kind to an address, the latest first. */
export async function mailsTo(email: string, kind?: string) {
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.address, email),
        eq(deliveries.channel, 'email'),
        kind === undefined ? undefined : eq(deliveries.kind, kind),
      ),
    )
    .orderBy(desc(deliveries.id))
  return rows.flatMap(({ key, content, kind: of }) =>
    content === null ? [] : [{ kind: of, ...openContent(key, content).content }],
  )
}

/** The token in the button of the latest mail of this kind; throws if there is none. */
export async function tokenTo(email: string, kind: string): Promise<string> {
  const token = await findTokenTo(email, kind)
  if (!token) throw new Error(`no link in a mail ${kind} to ${email}`)
  return token
}

/** Of a mail that the application queues after its answer. */
export const awaitTokenTo = (email: string, kind: string): Promise<string> =>
  vi.waitFor(() => tokenTo(email, kind), { timeout: 60_000 })

export async function findTokenTo(email: string, kind: string): Promise<string | null> {
  const [mail] = await mailsTo(email, kind)
  return /\/([\w-]{43})(?:\/|$)/.exec(mail?.button?.path ?? '')?.[1] ?? null
}

export async function readUser(id: number) {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row!
}

/** `confirmedDays`: how many days ago the address was confirmed; null: never. */
export async function memberWithAddress(confirmedDays: number | null = 40) {
  const user = await addUser()
  const [row] = await db
    .update(users)
    .set({
      email_confirmed_at:
        confirmedDays === null ? null : sql`now() - make_interval(days => ${confirmedDays})`,
    })
    .where(eq(users.id, user.id))
    .returning()
  return { ...row!, email: row!.email!, phone_number: row!.phone_number! }
}

let clients = 0
/** An IP that no other test uses. */
export const newAddress = () => `198.51.${100 + Math.floor(++clients / 250)}.${clients % 250}`

/** Changes the address to a new one, and confirms it. Null: the edit was refused. */
export async function changeEmail(userId: number, password = PASSWORD) {
  const email = `${randomUUID()}@mail.example`
  const edit = { username: 'Asha Rao', email, password }
  const edited = await editDetails({ userId, asker: stranger(newAddress()) }, edit)
  return edited.ok ? { email, ...(await confirmAddress(await tokenTo(email, 'change-address'))) } : null
}

/** All steps from the link to the code; `phone` is the new number. */
export async function beginChange(user: { email: string }, phone = newPhone(), password = PASSWORD) {
  await requestNumberLink(user.email, newAddress())
  await endAfterAnswers()
  const token = await findTokenTo(user.email, 'lost-number')
  if (!token) return { ok: false as const, reason: 'noLink' as const }
  const who = visitor({ address: newAddress() })
  const sent = await sendNewNumberCode(token, { password, phone_number: phone }, who)
  if (!sent.ok) return sent
  const { challengeId } = sent
  return beginNumberChange(token, await readCode(challengeId), { ...who, challengeId })
}

/** Lets the 72 hours pass. */
export const makeDue = (userId: number) =>
  db
    .update(numberChanges)
    .set({ due_at: sql`now()` })
    .where(eq(numberChanges.user_id, userId))

export async function readChange(userId: number) {
  const [row] = await db.select().from(numberChanges).where(eq(numberChanges.user_id, userId))
  return row ?? null
}
