import { createHash } from 'node:crypto'
import { blindIndex } from '~/platform/db/seal.server'
import type { InputFile } from './fields'
import type { Answer } from './operation'
import { RefusalError } from './refusal'
import type { Call } from './call'

type AnyCall = Pick<Call, 'operation' | 'typed' | 'input'>

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

export const isFile = (value: unknown): value is InputFile =>
  typeof value === 'object' && value !== null && 'open' in value && 'text' in value

/** Hash of operation, input and files: equal for calls that mean the same. Throws RefusalError for standard input. */
export async function computeCallHash({ operation, typed, input }: AnyCall): Promise<string> {
  // The command line names the fields that were left out, too; a form does not.
  const given = Object.entries(typed).filter(([, value]) => value !== undefined)
  const hash = createHash('sha256').update(JSON.stringify([operation.name, given.toSorted(byName)]))
  for (const value of Object.values(input as Record<string, unknown>))
    if (isFile(value) && value.name === '-')
      throw new RefusalError('Another person has to give the same file: name it.')
    else if (isFile(value)) for await (const part of value.open()) hash.update(part as Buffer)
  return hash.digest('hex')
}

const toJson = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** Of versions, which people copy: 48 bits. */
export const VERSION_LENGTH = 12

/** Effect, facts and rows, without times and what the database assigns. */
export function computeFingerprint({ effect, facts = [], tables = [] }: Answer & { effect: string }): string {
  const isAgreed = ({ kind, isAssigned }: { kind: string; isAssigned?: boolean | undefined }) =>
    kind !== 'time' && !isAssigned
  const agreed = facts.filter(isAgreed).map(({ name, value }) => [name, value])
  const rows = tables.map(({ columns, rows: all }) =>
    all.map((row) => columns.filter(isAgreed).map(({ value }) => value(row) ?? null)),
  )
  return createHash('sha256')
    .update(JSON.stringify([effect, agreed, rows], toJson))
    .digest('hex')
    .slice(0, VERSION_LENGTH)
}

/** How long somebody may look at a preview, in seconds. */
const PREVIEW_SECONDS = 30 * 60

/** For a form: says what its reader sees (`effect`: a hash of it), and when. Good for this person and this call. */
export const sealConsent = (
  by: string,
  callHash: string,
  effect: string,
  seconds = Math.floor(Date.now() / 1000),
): string => `${seconds}.${blindIndex(`preview:${JSON.stringify([by, callHash, seconds, effect])}`)}`

/** 'old' after 30 minutes; 'other' if the person saw another preview, or another person saw it. */
export function compareConsent(
  consent: string,
  by: string,
  callHash: string,
  effect: string,
): 'same' | 'other' | 'old' {
  const seconds = Number(/^\d{1,12}(?=\.)/.exec(consent)?.[0] ?? Number.NaN)
  if (Number.isNaN(seconds) || sealConsent(by, callHash, effect, seconds) !== consent) return 'other'
  return Date.now() / 1000 - seconds > PREVIEW_SECONDS ? 'old' : 'same'
}
