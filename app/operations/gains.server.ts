/** An operator may be a member, too. Only the e-mail address says so: operators have no mobile number here. */
import type { Reader } from '~/db/client.server'
import { hasSameEmail } from '~/operators/operator.server'
import type { Context } from './operation'
import { RefusalError } from './refusal'

/** Throws RefusalError if the acting person would pay or credit their own account. */
export async function requireNoGain(
  { operatorId }: Pick<Context, 'operatorId'>,
  userId: number,
  reader: Reader,
): Promise<void> {
  if (operatorId !== null && (await hasSameEmail(operatorId, userId, reader)))
    throw new RefusalError(`Member ${userId} has your e-mail address: somebody else has to do this.`)
}
