import { SETTING_NAMES, type SettingName } from '~/platform/config/setting-values'
import type { Env } from '~/platform/config/env.server'

/** The newest due row of each name is in force; a waiting row with an earlier id is cancelled. */
export const IN_FORCE = `
  SELECT DISTINCT ON (name) name, value FROM settings
   WHERE in_force_from <= statement_timestamp() ORDER BY name, id DESC`

export interface NamedValue {
  name: string
  value: string
}

export type Texts = Readonly<Record<string, string>>

export const toTexts = (rows: readonly NamedValue[]): Texts =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

export const getVariable = (env: Env, name: SettingName): string | undefined =>
  name === 'referral_percent' ? undefined : env[name]

export interface IneffectiveVariable {
  name: SettingName
  variable: string
  setting: string
}

export const findIneffectiveVariables = (env: Env, inForce: Texts): IneffectiveVariable[] =>
  SETTING_NAMES.flatMap((name) => {
    const variable = getVariable(env, name)
    const setting = inForce[name]
    return variable === undefined || setting === undefined || variable === setting
      ? []
      : [{ name, variable, setting }]
  })

export const describeIneffectiveVariable = ({ name, variable, setting }: IneffectiveVariable): string =>
  `the variable ${name} is ${variable} and has no effect: the setting is ${setting}, which an owner changes`
