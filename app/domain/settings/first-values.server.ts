import { openPool } from '~/platform/database-connection.server'
import { sealTransactions } from '~/platform/db/step-seals.server'
import type { Env } from '~/platform/config/env.server'
import { describeSetting, SETTING_NAMES, type SettingName } from '~/platform/config/setting-values'
import {
  findIneffectiveVariables,
  IN_FORCE,
  toTexts,
  getVariable,
  type IneffectiveVariable,
  type NamedValue,
} from './current-values'

/** Call it after the migrations. Throws if variable and default are missing. Returns variables without effect. */
export async function writeFirstValues(url: string, env: Env): Promise<IneffectiveVariable[]> {
  const client = openPool(url, { max: 1, onnotice: () => {} })
  sealTransactions(client)
  try {
    return await client.begin(async (tx) => {
      await tx`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`
      const stored = new Set((await tx<NamedValue[]>`SELECT name FROM settings`).map(({ name }) => name))
      for (const { name, value, by } of SETTING_NAMES.filter((each) => !stored.has(each)).map(readFirst(env)))
        await tx`
          INSERT INTO settings (name, value, in_force_from, made_by, reason, created_at)
          VALUES (${name}, ${value}, statement_timestamp(), ${by}, 'first value', statement_timestamp())`
      return findIneffectiveVariables(env, toTexts(await tx.unsafe<NamedValue[]>(IN_FORCE)))
    })
  } finally {
    await client.end()
  }
}

const readFirst = (env: Env) => (name: SettingName) => {
  const variable = getVariable(env, name)
  const value = variable ?? describeSetting(name).first[env.demo ? 'demo' : 'real']
  if (value === null)
    throw new Error(
      `${name}: required at the first start outside demo mode; your networks can take a sale back for so many days (0: no holding period)`,
    )
  return { name, value, by: variable === undefined ? 'default' : 'environment' }
}
