import { maskTyped } from '~/platform/formats/mask-typed'
import { formatTime, timeForSheets } from '~/platform/formats/dates'
import { maskEmail } from '~/platform/formats/email-address'
import { formatGrouped, formatPlain, formatRupees } from '~/platform/formats/money'
import { GUEST_ID } from '~/domain/tracking/guest'
import { seesAccounts, seesPeople, type Role } from './roles'

/**
 * 'hint': end of an account. 'words': an operator's note on a member. 'money': paise. 'amount': paise without 'Rs.'.
 * 'time': a Date. 'day': 'YYYY-MM-DD' in India. 'rate' and 'state': texts. 'member', 'sale': numbers.
 * 'page': an address of the shop.
 */
export type CellKind =
  | 'id'
  | 'count'
  | 'text'
  | 'state'
  | 'time'
  | 'day'
  | 'money'
  | 'amount'
  | 'rate'
  | 'yes'
  | 'member'
  | 'sale'
  | 'store'
  | 'offer'
  | 'name'
  | 'phone'
  | 'email'
  | 'account'
  | 'hint'
  | 'words'
  | 'page'

export type CellValue = string | number | bigint | boolean | Date | null | undefined

export interface CellReader {
  role: Role
  uncovers: boolean
}

const HIDDEN = '••••'
const maskToLastFour = (text: string) => `••••${Array.from(text).slice(-4).join('')}`

type Mask = (text: string, reader: CellReader) => string

const showWhole: Mask = (text) => text

/** For a role that may see members; all others see that there is a value. */
const MASKS: Partial<Record<CellKind, Mask>> = {
  name: showWhole,
  email: (text, { uncovers }) => (uncovers ? text : maskEmail(text)),
  hint: showWhole,
  phone: (text, { uncovers }) => (uncovers ? text : maskToLastFour(text)),
  words: (text, { uncovers }) => (uncovers ? text : maskTyped(text)),
  account: (text, { role, uncovers }) => (uncovers && seesAccounts(role) ? text : maskToLastFour(text)),
}

/** The value as this reader may see it. Only texts are masked: the kinds with a mask have no others. */
export function maskCell(kind: CellKind, value: CellValue, reader: CellReader): CellValue {
  const mask = MASKS[kind]
  if (!mask || typeof value !== 'string') return value
  return seesPeople(reader.role) ? mask(value, reader) : HIDDEN
}

export const isMasked = (kind: CellKind): boolean => kind in MASKS

const isEmpty = (value: CellValue): value is null | undefined => value === null || value === undefined

const isPaise = (kind: CellKind) => kind === 'money' || kind === 'amount'

/** For tables and facts; empty for a missing value. */
export function formatCell(kind: CellKind, value: CellValue): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'string') return value
  if (kind === 'money') return formatRupees(value as bigint)
  if (kind === 'amount') return formatGrouped(value as bigint)
  if (kind === 'yes') return value ? 'yes' : ''
  if (kind === 'member' && value === GUEST_ID) return 'guest'
  return value instanceof Date ? formatTime(value) : String(value)
}

/** For CSV: amounts without grouping, times of India. */
export function toSheetCell(kind: CellKind, value: CellValue): string | null {
  if (isEmpty(value)) return null
  if (isPaise(kind)) return formatPlain(value as bigint)
  if (kind === 'yes') return value ? 'yes' : 'no'
  return value instanceof Date ? timeForSheets(value) : String(value)
}

/** For JSON: amounts are decimal texts in rupees, times are in UTC. */
export function toJsonCell(kind: CellKind, value: CellValue): string | number | boolean | Date | null {
  if (isEmpty(value)) return null
  if (isPaise(kind)) return formatPlain(value as bigint)
  return typeof value === 'bigint' ? Number(value) : value
}

const NUMBERS: readonly CellKind[] = ['id', 'count', 'money', 'amount', 'rate', 'member', 'sale', 'offer']

export const isNumeric = (kind: CellKind): boolean => NUMBERS.includes(kind)
