import type { Readable } from 'node:stream'
import { z } from 'zod/v4'
import { parsePayout } from '~/domain/catalog/feeds'
import type { SetRate } from '~/domain/catalog/rates'
import { GRANTED, parseAmount, parsePercent, type AmountFormat } from '~/platform/formats/amounts'
import { hasControlCharacters } from '~/platform/formats/characters'
import { dayInIndia, isDay, midnightInIndia, startOfDayInIndia } from '~/platform/formats/dates'
import { readId } from '~/platform/formats/ids'
import type { Paise } from '~/platform/formats/money'
import { makeField, type InputField, type FieldOptions } from './field'

const parseId = (typed: string) => readId(typed.trim()) ?? undefined
const ID_RULE = 'It must be a number such as 12.'

export const id = (description: string, options: FieldOptions = {}): InputField<number> =>
  makeField('id', description, ID_RULE, parseId, { placeholder: 'id', ...options })

export const listNumber = id('its number in the list', { place: 'argument' })

export const sale = (description: string, options: FieldOptions = {}): InputField<number> =>
  makeField('sale', description, ID_RULE, parseId, { placeholder: 'id', ...options })

export const wholeNumber = (
  description: string,
  { least = 1, most, ...options }: FieldOptions & { least?: number; most: number },
): InputField<number> =>
  makeField(
    'number',
    description,
    `It must be a whole number from ${least} to ${most}${formatCleared(options)}.`,
    (typed) => {
      const value = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : -1
      return value >= least && value <= most ? value : undefined
    },
    { placeholder: 'number', ...options },
  )

const formatCleared = ({ clearedBy }: FieldOptions) => (clearedBy ? `, or ${clearedBy}` : '')

const parseNotEmpty = (typed: string) => typed.trim() || undefined

const nameField =
  (kind: 'member' | 'store' | 'offer', how: string) =>
  (description: string, options: FieldOptions = {}): InputField<string> =>
    makeField(kind, `${description}: ${how}`, 'It must not be empty.', parseNotEmpty, {
      placeholder: kind,
      ...options,
    })

export const member = nameField('member', 'the member’s number, or the mobile number')

export const WHICH_STORE = 'its name, or the last part of its /Offers/ address'

export const store = nameField('store', WHICH_STORE)

export const offer = nameField('offer', 'its number or slug')

/** Paise, above zero unless `allowZero`. */
export const money = (
  description: string,
  {
    format = GRANTED,
    allowZero = false,
    ...options
  }: FieldOptions & { format?: AmountFormat; allowZero?: boolean } = {},
): InputField<Paise> =>
  makeField(
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
export const percent = (description: string, options: FieldOptions = {}): InputField<bigint | null> =>
  makeField(
    'rate',
    description,
    `It must be a percentage from 0% to 100% such as 70%${formatCleared(options)}.`,
    (typed) => parsePercent(typed, GRANTED) ?? undefined,
    { placeholder: 'percent', ...options },
  )

/** A percentage, or an amount of rupees; null: cleared. */
export const payout = (description: string, options: FieldOptions = {}): InputField<SetRate | null> =>
  makeField(
    'rate',
    description,
    `It must be a percentage such as 6%, or an amount in rupees such as 250${formatCleared(options)}.`,
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

const dayField = (description: string, parse: (typed: string) => Date | undefined): InputField<Date> =>
  makeField('day', description, `It must be a day: ${DAY}.`, parse, { placeholder: 'day', whenTyped: DAY })

/** Days of India: the start of one, and the end of another, which is exclusive. */
export const firstDay = (description: string): InputField<Date> => dayField(description, parseDay)

export const lastDay = (description: string): InputField<Date> =>
  dayField(description, (typed) => {
    const day = parseDay(typed)
    return day && midnightInIndia(day)
  })

/** A day in India as it is stored: '2026-11-21'; null: cleared. */
export const calendarDay = (description: string, options: FieldOptions = {}): InputField<string | null> =>
  makeField(
    'day',
    description,
    `It must be a day: ${DAY}${formatCleared(options)}.`,
    (typed) => {
      const day = parseDay(typed.trim())
      return day && dayInIndia(day).date
    },
    { placeholder: 'day', ...options },
  )

/** '2026-11-21T18:30', of India, as browsers have it in their fields; with what it has below a minute. */
export const formatTimeField = (at: Date): string =>
  new Date(at.getTime() + INDIA_MINUTES * 60_000).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '')

const INDIA_MINUTES = 330

function parseTime(typed: string, isEnd: boolean): Date | undefined {
  const [, day, time, seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?))?)?$/.exec(typed.trim()) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const at = new Date(`${day}T${time ?? '00:00'}:${seconds}+05:30`)
  if (Number.isNaN(at.getTime())) return undefined
  return time === undefined && isEnd ? midnightInIndia(at) : at
}

/** A day and a time of India. A day alone begins with it; `isEnd`: it ends with it. */
export const time = (
  description: string,
  { isEnd = false, ...options }: FieldOptions & { isEnd?: boolean } = {},
): InputField<Date> =>
  makeField(
    'time',
    description,
    `It must be a day, with a time of India or without: 2026-11-21 18:30${formatCleared(options)}.`,
    (typed) => parseTime(typed, isEnd),
    { placeholder: 'time', ...options },
  )

/** The name of one of our categories, which the desk lists. */
export const category = (description: string, options: FieldOptions = {}): InputField<string> =>
  makeField('category', description, 'It must not be empty.', parseNotEmpty, {
    placeholder: 'category',
    ...options,
  })

/** Days in India, both inclusive; `to` is the end of its day. `event`: 'received'. */
export const days = (event: string) => ({
  from: firstDay(`${event} on this day or later`).optional(),
  to: lastDay(`${event} on this day or before`).optional(),
})

/** One line, or several if it is long; trimmed, stored and perhaps shown to members. */
export const text = (
  description: string,
  { most = 200, ...options }: FieldOptions & { most?: number } = {},
): InputField<string> =>
  makeField(
    'text',
    description,
    `It must have between 1 and ${most} characters, without control characters${options.isLong ? '' : ' or line breaks'}.`,
    (typed) => {
      const trimmed = typed.replace(/\r\n?/g, '\n').trim()
      const lines = options.isLong ? trimmed.split('\n') : [trimmed]
      return trimmed && trimmed.length <= most && !lines.some(hasControlCharacters) ? trimmed : undefined
    },
    { placeholder: 'text', ...options },
  )

export const choice = <const Choice extends string>(
  description: string,
  choices: readonly Choice[],
  options: FieldOptions = {},
): InputField<Choice> =>
  makeField<Choice>(
    'choice',
    description,
    `It must be one of ${choices.join(', ')}.`,
    (typed) => choices.find((one) => one === typed),
    { choices, ...options },
  )

export const yes = (description: string, options: FieldOptions = {}): InputField<boolean> =>
  z
    .literal('yes')
    .optional()
    .transform((typed) => typed === 'yes')
    .meta({ kind: 'yes', description, ...options })

export function several<T>(inner: InputField<T>, options: FieldOptions = {}): InputField<T[]> {
  return z.array(inner).meta({ ...inner.meta(), ...options, many: true })
}

/** A file that the operator gives. `open` may be called again. */
export interface InputFile {
  name: string
  open(): Readable
  /** Whole, decoded by its byte order mark; for small files. Throws RefusalError if it is no such text. */
  text(): Promise<string>
  /** The fraction that the last open() has read, from 0 to 1. */
  done(): number
}

export const file = (description: string, options: FieldOptions = {}): InputField<InputFile> =>
  z
    .custom<InputFile>((value) => typeof value === 'object' && value !== null, 'It must be a file.')
    .meta({ kind: 'file', description, placeholder: 'file', ...options })
