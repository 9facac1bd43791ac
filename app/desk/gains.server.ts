/** An operator may be a member, too. Only the e-mail address says so: operators have no mobile number here. */
import type { Reader } from '~/platform/db/client.server'
import { hasSameEmail, listOwnMembers } from '~/domain/operators/operator.server'
import { checkTransfers } from '~/domain/wallet/ledger.server'
import type { Context } from './operation'
import { RefusalError } from './refusal'

type Acting = Pick<Context, 'operatorId'>

const explainOwn = (userId: number) =>
  `Member ${userId} has your e-mail address: somebody else has to do this.`

/** What posts nothing itself, such as lifting a protection. Throws RefusalError for the acting person's own account. */
export async function requireNoGain({ operatorId }: Acting, userId: number, reader: Reader): Promise<void> {
  if (operatorId !== null && (await hasSameEmail(operatorId, userId, reader)))
    throw new RefusalError(explainOwn(userId))
}

/** Returns why something may not be done for a member, or null. */
export async function findOwnGains(
  { operatorId }: Acting,
  reader: Reader,
): Promise<(userId: number) => string | null> {
  const own = operatorId === null ? [] : await listOwnMembers(operatorId, reader)
  return (userId) => (own.includes(userId) ? explainOwn(userId) : null)
}

/** All operations run in it: a transfer from or to the acting person's own account throws RefusalError. */
export async function refuseOwnGains<T>(acting: Acting, reader: Reader, work: () => Promise<T>): Promise<T> {
  if (acting.operatorId === null) return work()
  const explain = await findOwnGains(acting, reader)
  return checkTransfers((userId) => {
    const reason = explain(userId)
    if (reason !== null) throw new RefusalError(reason)
  }, work)
}
