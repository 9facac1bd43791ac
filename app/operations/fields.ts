/** Fields of inputs: each reads one text strictly, and says what it must be. */
import type { Readable } from 'node:stream'
import { z } from 'zod/v4'
import { parsePayout } from '~/catalog/feeds/payout'
import type { SetRate } from '~/catalog/rates/rates'
import { GRANTED, parseAmount, parsePercent, type AmountFormat } from '~/formats/amounts'
import { steers } from '~/formats/characters'
import { isDay, midnightInIndia, startOfDayInIndia } from '~/formats/dates'
import type { Paise } from '~/formats/money'

export type FieldKind =
  | 'id'
  | 'number'
  | 'member'
  | 'store'
  | 'offer'
  | 'sale'
  | 'money'
  | 'rate'
  | 'day'
  | 'month'
  | 'file'
  | 'text'
  | 'long text'
  | 'choice'
  | 'yes'

/** What forms, help and log know of a field. */
export interface FieldFacts {
  kind: FieldKind
  description: string
  title?: string
  /** Positional on the command line; default: a flag. */
  place?: 'argument'
  /** Never stored in the log. */
  private?: boolean
  choices?: readonly string[]
  /** Several values. */
  many?: boolean
  /** The placeholder of help: `--days <number>`. */
  placeholder?: string
  /** The word that clears the field: 'default'. */
  clearedBy?: string
}

export type Field<T> = z.ZodType<T, unknown>
type Options = Partial<Omit<FieldFacts, 'kind' | 'description'>>

/** `parse` returns undefined for what does not fit; `rule` then says what it must be, with an example. */
export function field<T>(
  kind: FieldKind,
  description: string,
  rule: string,
  parse: (typed: string) => T | undefined,
  options: Options = {},
): Field<T> {
  return z
    .string()
    .transform((typed, context): T => {
      const { clearedBy } = options
      const value = clearedBy !== undefined && typed.trim() === clearedBy ? (null as T) : parse(typed)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message: rule, input: typed })
      return z.NEVER
    })
    .meta({ kind, description, ...options })
}

/** The facts of a field, also of an optional one. */
export function readFacts(schema: z.ZodType): FieldFacts & { isRequired: boolean } {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const facts = inner.meta() as unknown as FieldFacts
  return { ...facts, isRequired: inner === schema && facts.kind !== 'yes' }
}

const ID = /^[1-9]\d{0,14}$/

export const id = (description: string, options: Options = {}): Field<number> =>
  field(
    'id',
    description,
    'It must be a number such as 12.',
    (typed) => (ID.test(typed.trim()) ? Number(typed) : undefined),
    {
      placeholder: 'id',
      ...options,
    },
  )

/** A whole number from `least` to `most`. */
export const wholeNumber = (
  description: string,
  { least = 1, most, ...options }: Options & { least?: number; most: number },
): Field<number> =>
  field(
    'number',
    description,
    `It must be a whole number from ${least} to ${most}${options.clearedBy ? `, or ${options.clearedBy}` : ''}.`,
    (typed) => {
      const value = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : -1
      return value >= least && value <= most ? value : undefined
    },
    { placeholder: 'number', ...options },
  )

/** Looked up by requireMember(). */
export const member = (description: string, options: Options = {}): Field<string> =>
  field(
    'member',
    `${description}: the member’s number, or the mobile number`,
    'It must not be empty.',
    notEmpty,
    {
      placeholder: 'member',
      ...options,
    },
  )

export const WHICH_STORE = 'its name, or the last part of its /Offers/ address'

/** Looked up by requireStore(). */
export const store = (description: string, options: Options = {}): Field<string> =>
  field('store', `${description}: ${WHICH_STORE}`, 'It must not be empty.', notEmpty, {
    placeholder: 'store',
    ...options,
  })

/** Looked up by requireOffer(). */
export const offer = (description: string, options: Options = {}): Field<string> =>
  field(
    'offer',
    `${description}: its number or slug, as \`catalogue list\` shows them`,
    'It must not be empty.',
    notEmpty,
    { placeholder: 'offer', ...options },
  )

export const sale = (description: string, options: Options = {}): Field<number> =>
  field(
    'sale',
    description,
    'It must be a number such as 12.',
    (typed) => (ID.test(typed.trim()) ? Number(typed) : undefined),
    {
      placeholder: 'id',
      ...options,
    },
  )

const notEmpty = (typed: string) => typed.trim() || undefined

/** Paise, above zero unless `allowZero`. */
export const money = (
  description: string,
  {
    format = GRANTED,
    allowZero = false,
    ...options
  }: Options & { format?: AmountFormat; allowZero?: boolean } = {},
): Field<Paise> =>
  field(
    'money',
    description,
    'It must be rupees such as 123.45.',
    (typed) => {
      const amount = parseAmount(typed, format)
      return amount === null || (amount === 0n && !allowZero) ? undefined : amount
    },
    { placeholder: 'rupees', ...options },
  )

/** Hundredths of a percent, 0 to 100 %; null: cleared. */
export const percent = (description: string, options: Options = {}): Field<bigint | null> =>
  field(
    'rate',
    description,
    `It must be a percentage from 0% to 100% such as 70%${options.clearedBy ? `, or ${options.clearedBy}` : ''}.`,
    (typed) => parsePercent(typed, GRANTED) ?? undefined,
    { placeholder: 'percent', ...options },
  )

/** A percentage, or an amount of rupees; null: cleared. */
export const payout = (description: string, options: Options = {}): Field<SetRate | null> =>
  field(
    'rate',
    description,
    `It must be a percentage such as 6%, or an amount in rupees such as 250${options.clearedBy ? `, or ${options.clearedBy}` : ''}.`,
    (typed) => {
      const read = parsePayout(typed, GRANTED)
      return read ? { hundredths: BigInt(read.payout_hundredths!), model: read.payout_model } : undefined
    },
    { placeholder: 'payout', ...options },
  )

export const DAY = '2026-11-21, today or yesterday'

/** The start of the day in India; undefined if it is no day. */
export function parseDay(typed: string): Date | undefined {
  const now = new Date()
  if (typed === 'today') return startOfDayInIndia(now)
  if (typed === 'yesterday') return startOfDayInIndia(new Date(startOfDayInIndia(now).getTime() - 1))
  return isDay(typed) ? new Date(`${typed}T00:00:00+05:30`) : undefined
}

const dayRule = `It must be a day: ${DAY}.`

/** The start of the day in India. */
const firstDay = (description: string, options: Options = {}): Field<Date> =>
  field('day', `${description}: ${DAY}`, dayRule, parseDay, { placeholder: 'day', ...options })

/** The end of the day in India. */
const lastDay = (description: string, options: Options = {}): Field<Date> =>
  field(
    'day',
    description,
    dayRule,
    (typed) => {
      const day = parseDay(typed)
      return day && midnightInIndia(day)
    },
    { placeholder: 'day', ...options },
  )

/** Days in India, both inclusive; use with inOrder('from', 'to'). `event`: 'received'. */
export const days = (event: string) => ({
  from: firstDay(`${event} on this day or later`).optional(),
  to: lastDay(`${event} on this day or before`).optional(),
})

/** One line, trimmed; stored and perhaps shown to members. */
export const text = (
  description: string,
  { most = 200, ...options }: Options & { most?: number } = {},
): Field<string> =>
  field(
    'text',
    description,
    `It must have between 1 and ${most} characters, without control characters or line breaks.`,
    (typed) => {
      const trimmed = typed.trim()
      return trimmed && trimmed.length <= most && !steers(trimmed) ? trimmed : undefined
    },
    { placeholder: 'text', ...options },
  )

export const choice = <const Choice extends string>(
  description: string,
  choices: readonly Choice[],
  options: Options = {},
): Field<Choice> =>
  field<Choice>(
    'choice',
    description,
    `It must be one of ${choices.join(', ')}.`,
    (typed) => choices.find((one) => one === typed),
    { choices, ...options },
  )

/** A flag: present or not. */
export const yes = (description: string, options: Options = {}): Field<boolean> =>
  z
    .literal('yes')
    .optional()
    .transform((typed) => typed === 'yes')
    .meta({ kind: 'yes', description, ...options })

/** Each value is read by `inner`. */
export function several<T>(inner: Field<T>, options: Options = {}): Field<T[]> {
  return z.array(inner).meta({ ...inner.meta(), ...options, many: true })
}

/** A file that the operator gives. `open` may be called again. */
export interface InputFile {
  name: string
  open(): Readable
  /** Whole, as UTF-8; for small files. */
  text(): Promise<string>
  /** The fraction that the last open() has read, from 0 to 1. */
  done(): number
}

export const file = (description: string, options: Options = {}): Field<InputFile> =>
  z
    .custom<InputFile>((value) => typeof value === 'object' && value !== null, 'It must be a file.')
    .meta({
      kind: 'file',
      description,
      placeholder: 'file',
      ...options,
    })
