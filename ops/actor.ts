import { actAs, findCommandLineActor, readOsAccount, requireOperator, type Actor } from '~/desk/actor.server'
import { RefusalError, requireDone } from '~/desk/refusal'
import type { Operator } from '~/domain/operators/operator.server'
import { askText } from './terminal'

/** `name`: the operator of --as, which needs a code. Throws RefusalError for a disabled operator or a wrong code. */
export async function findActor(name: string | undefined): Promise<Actor> {
  if (name === undefined) return findCommandLineActor()
  const operator = await requireOperator(name)
  const actor = actAs(operator, readOsAccount())
  if (operator.totp_secret === null)
    throw new RefusalError(`${operator.name} has no second factor: \`operators second-factor\` sets it up.`)
  const code = await askText(`Code of ${operator.name}: `)
  if (code === null) throw new RefusalError('--as asks for a code on the terminal, and there is none.')
  await requireCode(operator, code.trim())
  return actor
}

/** Throws RefusalError for a wrong code, and for any code after five wrong ones. */
export async function requireCode(operator: Operator, code: string): Promise<void> {
  const { spendCode } = await import('~/domain/operators/second-factor.server')
  requireDone(await spendCode(operator, code), null, {
    wrong: 'The code is wrong or was used already.',
    'too-many': ({ minutes }) => `Too many wrong codes of ${operator.name}: try again in ${minutes} minutes.`,
  })
}
