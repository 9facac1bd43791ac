import { parseAmount, parsePercent, TYPED } from '~/platform/formats/amounts'
import { formatPlain, type Paise } from '~/platform/formats/money'
import { networkDays } from './env-values'

export const UNSET = 'unset'

export interface Setting<Value> {
  about: string
  unit: string
  protects: 'lower' | 'higher' | null
  /** The first values; null: a variable has to give it. */
  first: { demo: string; real: string | null }
  read(this: void, typed: string): Value | undefined
  write(this: void, value: Value): string
  lowers(this: void, before: Value, after: Value, now: { HOLDING_DAYS: number }): boolean
}

type Kind<Value> = Pick<Setting<Value>, 'unit' | 'read' | 'write'>
type Facts = Pick<Setting<unknown>, 'about' | 'protects' | 'first'>

export const rupees: Kind<Paise> = {
  unit: 'an amount in rupees such as 5000',
  read: (typed) => parseAmount(typed, TYPED) ?? undefined,
  write: formatPlain,
}

/** Hundredths of a percent. */
export const percent: Kind<bigint> = {
  unit: 'a percentage from 0 to 100 with at most two decimals, such as 70%',
  read: (typed) => parsePercent(typed, TYPED) ?? undefined,
  write: (value) => `${formatPlain(value)}%`,
}

export const whole = (unit: string, min: number, max: number): Kind<number> => ({
  unit: `a number of ${unit} from ${min} to ${max}`,
  read: (typed) =>
    /^\d{1,6}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? Number(typed) : undefined,
  write: String,
})

export const setting = <Value extends bigint | number>(kind: Kind<Value>, facts: Facts): Setting<Value> => ({
  ...kind,
  ...facts,
  lowers: (before, after) => isLess(facts, before, after),
})

const isLess = ({ protects }: Facts, before: bigint | number, after: bigint | number): boolean =>
  (protects === 'lower' && after > before) || (protects === 'higher' && after < before)

/** `unset` says whether no value protects more or less than any value. */
export const optional = <Value extends bigint | number>(
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

export const NONE = 'none'

export const daysByNetwork = (facts: Facts): Setting<ReadonlyMap<string, number>> => ({
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
