import { isNotNull } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { isSamePerson, readPerson } from './person'

type Comparison = (one: string, other: string) => boolean

/** Also counts the account of an operator: 'Asha@desk' would otherwise agree as 'asha' or as 'Bea@asha'. */
export async function comparePersons(reader: Reader, { withFormer = false } = {}): Promise<Comparison> {
  const { name, os_account, former_accounts } = operators
  const bound = await reader
    .select({ name, os_account, former_accounts })
    .from(operators)
    .where(withFormer ? undefined : isNotNull(os_account))
  const byName = new Map(
    bound.map((row) => [row.name, [row.os_account, ...(withFormer ? row.former_accounts : [])]]),
  )
  const listAccounts = (by: string) => {
    const { operator, osAccount } = readPerson(by)
    const accounts = [osAccount, ...(byName.get(operator ?? '') ?? [])]
    return accounts.filter((account) => account !== null)
  }
  return (one, other) =>
    isSamePerson(one, other) || listAccounts(one).some((account) => listAccounts(other).includes(account))
}
