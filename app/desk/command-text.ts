import { maskTyped } from '~/platform/formats/mask-typed'
import { readFacts, type FieldFacts } from './field'
import type { Operation } from './operation'

export const toFlag = (field: string): string =>
  `--${field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

/** As typed: a text, several texts, or true for a flag. Files by their name. */
export type TypedInput = Record<string, string | readonly string[] | undefined>

export function listFields(
  operation: Operation,
): [name: string, facts: FieldFacts & { isRequired: boolean }][] {
  return Object.entries(operation.input.shape).map(([name, schema]) => [name, readFacts(schema as never)])
}

/** 'withdrawals refuse 8 --reason "Not yours"'. `values` are texts that are ready to be written. */
export function formatCommand(operation: Operation, typed: TypedInput): string {
  const words = [operation.name]
  const list = (value: TypedInput[string]) =>
    value === undefined ? [] : typeof value === 'string' ? [value] : value
  for (const [name, facts] of listFields(operation)) {
    const values = list(typed[name]).map((value) => (facts.private ? '…' : quote(value)))
    if (!values.length) continue
    if (facts.place === 'argument') words.push(...values)
    else if (facts.kind === 'yes') words.push(toFlag(name))
    else words.push(...values.flatMap((value) => [toFlag(name), value]))
  }
  return words.join(' ')
}

const quote = (value: string) => (/\s/.test(value) || value === '' ? JSON.stringify(value) : value)

const MOST_CHARACTERS = 500

/** For the log: private fields left out, numbers and addresses masked, cut at 500 characters. */
export function formatForLog(operation: Operation, typed: TypedInput, uncovers: boolean): string {
  const masked = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskTyped(value) : value?.map(maskTyped),
    ]),
  )
  return `${formatCommand(operation, masked)}${uncovers ? ' --show' : ''}`.slice(0, MOST_CHARACTERS)
}
