import { z } from 'zod/v4'
import { cidrs, networkHmac, networkSecret } from './env-values'
import { NETWORK_PREFIXES, type NetworkPrefix } from './networks'
import { normalizeValue, SETTING_NAMES, SETTINGS, type SettingName } from './setting-values'

const getFirstValue = (name: SettingName) =>
  z
    .string()
    .transform((text) => normalizeValue(name, text))
    .refine((value) => value !== null, `must be ${SETTINGS[name].unit}`)
    .transform((value) => value!)
    .optional()

type FirstValues = Record<Exclude<SettingName, 'referral_percent'>, ReturnType<typeof getFirstValue>>

/** The first values of settings have variables of their names, but for the newest, which is in small letters. */
export const firstValues = Object.fromEntries(
  SETTING_NAMES.filter((name) => name !== 'referral_percent').map((name) => [name, getFirstValue(name)]),
) as FirstValues

type NetworkVariables = Record<
  `${NetworkPrefix}_${'SECRET' | 'SECRET_OLD' | 'HMAC_KEY' | 'HMAC_KEY_OLD'}`,
  typeof networkSecret
> &
  Record<`${NetworkPrefix}_HMAC`, typeof networkHmac> &
  Record<`${NetworkPrefix}_CIDRS`, typeof cidrs>

export const networkVariables = Object.fromEntries(
  NETWORK_PREFIXES.flatMap((prefix) => [
    ...['SECRET', 'SECRET_OLD', 'HMAC_KEY', 'HMAC_KEY_OLD'].map((name) => [
      `${prefix}_${name}`,
      networkSecret,
    ]),
    [`${prefix}_HMAC`, networkHmac],
    [`${prefix}_CIDRS`, cidrs],
  ]),
) as NetworkVariables
