import { eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import {
  consumePasswordAttempt,
  type TooMany,
  type RateLimitSubject,
} from '~/domain/accounts/attempt-limits.server'
import * as fields from '~/domain/accounts/fields.server'
import { checkPassword, PasswordsBusy } from '~/domain/accounts/passwords.server'
import { findUserById, type User } from '~/domain/accounts/users.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { accountMessages } from '~/messages/account'
import type { Paise } from '~/platform/formats/money'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { lockWallets, moneyTransaction } from '~/domain/wallet/ledger.server'
import { dropPromises, lockPromises } from '~/domain/tracking/given-up-sales.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { deletionMail } from './deletion/deletion-mail'
import { isHeld, recordDeparture } from './departures.server'
import { erasePersonalData } from './deletion/erase-personal-data.server'

export const deletionSchema = z.object({
  password: fields.password,
  confirm: fields.mustTick(accountMessages.privacy.confirm),
  forfeit: fields.ticked,
})

type MoneyRefusal = Refused<'on-its-way'> | Refused<'forfeit', { available: Paise; pending: Paise }>
type DeletionRefusal = Refused<'wrong-password' | 'busy'> | MoneyRefusal | TooMany

export async function readDeletion(userId: number, reader: Reader = db) {
  const [wallet, user] = await Promise.all([readWallet(userId, reader), findUserById(userId, reader)])
  return { ...wallet, isHeld: user !== null && isHeld(user) }
}

export async function deleteAccount(
  userId: number,
  input: z.output<typeof deletionSchema>,
  asker: RateLimitSubject,
): Promise<Done | DeletionRefusal> {
  const user = await findUserById(userId)
  if (!user || user.deleted_at) return done()
  const refusal = await refusePassword(user, input.password, asker)
  if (refusal) return refusal
  return closeAccount(userId, input)
}

/** Refused during a withdrawal and, without `forfeit`, while the wallet has money or pending cashback. */
export async function closeAccount(
  userId: number,
  consent: Pick<z.output<typeof deletionSchema>, 'forfeit'>,
  within?: Tx,
): Promise<Done | MoneyRefusal> {
  for (;;) {
    const answer = await tryToClose(userId, consent, within)
    if (answer.ok || answer.reason !== 'new-sale') return answer
  }
}

function tryToClose(
  userId: number,
  { forfeit }: Pick<z.output<typeof deletionSchema>, 'forfeit'>,
  within?: Tx,
): Promise<Done | MoneyRefusal | Refused<'new-sale'>> {
  return moneyTransaction(async (tx) => {
    const promises = await lockPromises(tx, userId)
    const [wallet] = await lockWallets(tx, [userId])
    // The row lock blocks new data of the member until commit; afterwards a trigger refuses it.
    const [current] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!current || current.deleted_at) return done()
    const { available, pending, onItsWay } = wallet!
    if (onItsWay > 0n) return refused('on-its-way')
    if (!forfeit && (available > 0n || pending > 0n)) return refused('forfeit', { available, pending })
    if (!(await dropPromises(tx, wallet!, promises))) return refused('new-sale')
    await recordDeparture(tx, current, wallet!)
    await queueDeletionMail(tx, current)
    await erasePersonalData(tx, current)
    return done()
  }, within)
}

/** The mail belongs to no account, so that it is not erased with this one. */
async function queueDeletionMail(
  tx: Tx,
  { email, email_confirmed_at, email_stopped_at }: User,
): Promise<void> {
  if (email && email_confirmed_at && !email_stopped_at)
    await queueMail(tx, { to: email, kind: 'account-deleted', content: deletionMail })
}

async function refusePassword(user: User, password: string, asker: RateLimitSubject) {
  const count = await consumePasswordAttempt(user.phone_number ?? String(user.id), asker)
  if (!count.ok) return count
  try {
    const { right } = await checkPassword(user.password_hash, password, asker.address)
    if (!right) return refused('wrong-password')
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return refused('busy')
  }
  await count.refund()
  return null
}
