/** The values of `settings`, and the direction of each that protects money. */
import { parseAmount, parsePercent, TYPED } from '~/formats/amounts'
import { formatPlain, type Paise } from '~/formats/money'
import { networkDays } from './env-values'

const UNSET = 'unset'

export interface Setting<Value> {
  about: string
  unit: string
  protects: 'lower' | 'higher' | null
  /** The first values; null: a variable has to give it. */
  first: { demo: string; real: string | null }
  read(this: void, typed: string): Value | undefined
  write(this: void, value: Value): string
  lowers(this: void, before: Value, after: Value, now: Pick<Settings, 'HOLDING_DAYS'>): boolean
}

type Kind<Value> = Pick<Setting<Value>, 'unit' | 'read' | 'write'>
type Facts = Pick<Setting<unknown>, 'about' | 'protects' | 'first'>

const rupees: Kind<Paise> = {
  unit: 'an amount in rupees such as 5000',
  read: (typed) => parseAmount(typed, TYPED) ?? undefined,
  write: formatPlain,
}

/** Hundredths of a percent. */
const percent: Kind<bigint> = {
  unit: 'a percentage from 0 to 100 with at most two decimals, such as 70%',
  read: (typed) => parsePercent(typed, TYPED) ?? undefined,
  write: (value) => `${formatPlain(value)}%`,
}

const whole = (unit: string, min: number, max: number): Kind<number> => ({
  unit: `a number of ${unit} from ${min} to ${max}`,
  read: (typed) =>
    /^\d{1,6}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? Number(typed) : undefined,
  write: String,
})

const setting = <Value extends bigint | number>(kind: Kind<Value>, facts: Facts): Setting<Value> => ({
  ...kind,
  ...facts,
  lowers: (before, after) => isLess(facts, before, after),
})

const isLess = ({ protects }: Facts, before: bigint | number, after: bigint | number): boolean =>
  (protects === 'lower' && after > before) || (protects === 'higher' && after < before)

/** `unset` says whether no value protects more or less than any value. */
const optional = <Value extends bigint | number>(
  kind: Kind<Value>,
  { unset, ...facts }: Facts & { unset: 'more' | 'less' },
): Setting<Value | null> => ({
  ...facts,
  unit: `${kind.unit}, or ${UNSET}`,
  read: (typed) => (typed === UNSET ? null : kind.read(typed)),
  write: (value) => (value === null ? UNSET : kind.write(value)),
  lowers(before, after) {
    if (facts.protects === null || before === after) return false
    if (before === null || after === null) return (after === null) === (unset === 'less')
    return isLess(facts, before, after)
  },
})

const NONE = 'none'

const daysByNetwork = (facts: Facts): Setting<ReadonlyMap<string, number>> => ({
  ...facts,
  unit: `such as impact=45,awin=60 with 0 to 365 days, or ${NONE}`,
  read: (typed) => networkDays.safeParse(typed === NONE ? '' : typed).data,
  write: (days) =>
    [...days]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join(',') || NONE,
  lowers: (before, after, { HOLDING_DAYS }) =>
    [...before.keys(), ...after.keys()].some(
      (name) => (after.get(name) ?? HOLDING_DAYS) < (before.get(name) ?? HOLDING_DAYS),
    ),
})

const always = (text: string) => ({ demo: text, real: text })

/** Variables of these names are first values (app/settings/first-values.server.ts). */
export const SETTINGS = {
  FOUR_EYES_ABOVE: optional(rupees, {
    about:
      'a withdrawal above this, and adjustments of a member above it within 24 hours, need a second person',
    protects: 'lower',
    unset: 'less',
    first: always(UNSET),
  }),
  MOST_CASHBACK_A_SALE: setting(rupees, {
    about: 'a report that brings more cashback waits in quarantine',
    protects: 'lower',
    first: always('10000.00'),
  }),
  MOST_CASHBACK_A_DAY: setting(rupees, {
    about: 'a report that brings a member more on one day in India waits in quarantine',
    protects: 'lower',
    first: always('50000.00'),
  }),
  MOST_LOSS_A_SALE: setting(rupees, {
    about: 'a report whose cashback and referral reward exceed the commission by more waits in quarantine',
    protects: 'lower',
    first: always('500.00'),
  }),
  MIN_WITHDRAWAL: setting(rupees, {
    about: 'the least amount of a withdrawal',
    protects: null,
    first: { demo: '0.00', real: '1.00' },
  }),
  WITHDRAWALS_A_DAY: optional(whole('withdrawals', 1, 10_000), {
    about: 'how many withdrawals a member may request on one day in India',
    protects: 'lower',
    unset: 'less',
    first: { demo: UNSET, real: '10' },
  }),
  PAYOUT_REVIEW_ABOVE: setting(rupees, {
    about: 'with PAYOUT_APPROVAL=auto, withdrawals of a member above this on one day wait for a person',
    protects: 'lower',
    first: always('5000.00'),
  }),
  PAYOUT_HOLD_HOURS: setting(whole('hours', 0, 8760), {
    about: 'how long withdrawals wait after a change of payout details or a reset password',
    protects: 'higher',
    first: always('24'),
  }),
  GST_RATE: optional(percent, {
    about: 'the GST on top of the commission in a payment of a network',
    protects: null,
    unset: 'less',
    first: always(UNSET),
  }),
  CASHBACK_SHARE: optional(percent, {
    about: 'the share of the commission that is cashback, where neither offer nor store has its own',
    protects: 'lower',
    unset: 'more',
    first: always(UNSET),
  }),
  HOLDING_DAYS: setting(whole('days', 0, 365), {
    about: 'how long confirmed cashback waits before it can be withdrawn',
    protects: 'higher',
    first: { demo: '0', real: null },
  }),
  HOLDING_DAYS_BY_NETWORK: daysByNetwork({
    about: 'the same, for the sales of some networks',
    protects: 'higher',
    first: always(NONE),
  }),
  CLAIM_ANSWER_DAYS: setting(whole('days', 1, 365), {
    about: 'within how many days a claim of a member is answered, as its page promises',
    protects: null,
    first: always('45'),
  }),
  referral_percent: setting(percent, {
    about: 'the share of a friend’s cashback that the referrer gets, for clicks from now on',
    protects: 'lower',
    first: always('20.00%'),
  }),
}

export type SettingName = keyof typeof SETTINGS

type ValueOf<Of> = Of extends Setting<infer Value> ? Value : never

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export const describeSetting = (name: SettingName): Setting<unknown> => SETTINGS[name]

export function canonicalValue(name: SettingName, typed: string): string | null {
  const { read, write } = describeSetting(name)
  const value = read(typed.trim())
  return value === undefined ? null : write(value)
}

/** Throws for missing or not canonical texts. */
export function parseSettings(texts: Readonly<Record<string, string>>): Settings {
  const values = SETTING_NAMES.map((name) => {
    const { read, write } = describeSetting(name)
    const text = texts[name]
    const value = text === undefined ? undefined : read(text)
    if (value === undefined || write(value) !== text)
      throw new Error(`the setting ${name} ${text === undefined ? 'is missing' : 'is unreadable'}`)
    return [name, value]
  })
  return Object.fromEntries(values) as Settings
}

export function lowersProtection(name: SettingName, now: Settings, to: string): boolean {
  const { lowers, read } = describeSetting(name)
  return lowers(now[name], read(to), now)
}
