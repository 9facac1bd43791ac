import { db, type Tx } from '~/platform/db/client.server'
import type { Operator } from '~/domain/operators/operator.server'
import { errorFacts, log } from '~/platform/log.server'
import { formatPerson } from '~/domain/settings/person'
import { SIGN_IN } from '~/domain/settings/independence.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'

type Signer = Pick<Operator, 'id' | 'name'>

/** Writes to the operator log, without what was typed. */
export const logSignIn = (operator: Signer, by: 'app' | 'recovery code', tx: Tx): Promise<void> =>
  write(tx, operator, 'done', by)

/** Call it for existing names only: strangers could fill the log. Awaiting it would reveal that the name exists. */
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
    { osUser: formatPerson(name, null), operatorId: id, source: 'desk' },
    SIGN_IN,
    { reader: tx },
  )
  await recordCommandEnd(line, outcome, { result: { reason }, tx })
}
