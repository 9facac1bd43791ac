import { db, type Tx } from '~/db/client.server'
import type { Operator } from '~/operations/actor.server'
import { errorFacts, log } from '~/runtime/log.server'
import { writePerson } from '~/settings/person'
import { SIGN_IN } from '~/settings/set-setting.server'
import { recordCommand, recordCommandEnd } from '~/wallet/audit/command-log.server'

type Signer = Pick<Operator, 'id' | 'name'>

/** In the operator log. What was typed is not in it. */
export const logSignIn = (operator: Signer, by: 'app' | 'recovery code', tx: Tx): Promise<void> =>
  write(tx, operator, 'done', by)

/**
 * Of somebody who gave the operator's name. Nobody waits for it: an answer that takes longer would say that there is such a
 * name. A name that nobody has is not logged, so that strangers cannot fill a log that keeps everything.
 */
export function logFailedSignIn(operator: Signer, why: 'wrong password' | 'wrong code'): void {
  db.transaction((tx) => write(tx, operator, 'refused', why)).catch((error: unknown) =>
    log('error', 'sign-in not logged', { operator: operator.id, ...errorFacts(error) }),
  )
}

async function write(
  tx: Tx,
  { id, name }: Signer,
  outcome: 'done' | 'refused',
  reason: string,
): Promise<void> {
  const line = await recordCommand(
    { osUser: writePerson(name, null), operatorId: id, source: 'desk' },
    SIGN_IN,
    { reader: tx },
  )
  await recordCommandEnd(line, outcome, { result: { reason }, tx })
}
