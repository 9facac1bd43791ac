import {
  actAs,
  findCommandLineActor,
  readOsAccount,
  requireOperator,
  type Actor,
} from '~/operations/actor.server'
import { askText, RefusedCommand } from './terminal'

/** `name`: of --as, which needs a code. Throws Refused for a disabled operator and a wrong code. */
export async function findActor(name: string | undefined): Promise<Actor> {
  if (name === undefined) return findCommandLineActor()
  const operator = await requireOperator(name)
  const actor = actAs(operator, readOsAccount())
  if (operator.totp_secret === null)
    throw new RefusedCommand(`${operator.name} has no second factor: \`operators second-factor\` sets it up.`)
  const code = await askText(`Code of ${operator.name}: `)
  if (code === null) throw new RefusedCommand('--as asks for a code on the terminal, and there is none.')
  const { spendCode } = await import('~/operations/operators/second-factor.server')
  if (!(await spendCode(operator, code.trim())))
    throw new RefusedCommand('The code is wrong or was used already.')
  return actor
}
