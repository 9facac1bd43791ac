import { sql, type SQL } from 'drizzle-orm'
import { parseSettings, type SettingName, type Settings } from '~/platform/config/setting-values'
import type { Reader } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { IN_FORCE, toTexts, type NamedValue, type Texts } from './current-values'

const inForce = prepareStatement<NamedValue>(IN_FORCE)

export const readTexts = async (reader: Reader): Promise<Texts> => toTexts(await inForce(reader, []))

/** Pass the transaction that the settings guard. Throws if a setting is missing or unreadable. */
export const readSettings = async (reader: Reader): Promise<Settings> =>
  parseSettings(await readTexts(reader))

type Hundredths = {
  [Name in SettingName]: NonNullable<Settings[Name]> extends bigint ? Name : never
}[SettingName]

/** SQL: the value in paise or hundredths of a percent; NULL if unset. */
export const selectHundredths = (name: Hundredths): SQL => sql`(
  SELECT replace(rtrim(nullif(value, 'unset'), '%'), '.', '')::bigint FROM settings
   WHERE name = ${name} AND in_force_from <= statement_timestamp() ORDER BY id DESC LIMIT 1)`
