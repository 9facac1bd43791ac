import { Argument, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod/v4'
import { toFlag, type listFields } from '~/desk/command-text'
import type { FieldFacts } from '~/desk/field'
import type { InputFile } from '~/desk/fields'
import type { Operation } from '~/desk/operation'
import { openInput } from './files'

export type FieldEntry = ReturnType<typeof listFields>[number]

export interface TypedValue {
  typed: string | readonly string[]
  value: unknown
}

function makeParser(operation: Operation, name: string, { kind, many }: FieldFacts) {
  const schema = findElement(operation.input.shape[name] as z.ZodType)
  return (typed: string, before?: TypedValue): TypedValue => {
    const source = kind === 'file' ? openInput(typed) : typed
    const read = schema.safeParse(source)
    if (!read.success) throw new InvalidArgumentError(read.error.issues[0]!.message)
    if (!many) return { typed: kind === 'file' ? (source as InputFile).name : typed, value: read.data }
    return {
      typed: [...((before?.typed as string[] | undefined) ?? []), typed],
      value: [...((before?.value as unknown[] | undefined) ?? []), read.data],
    }
  }
}

function findElement(schema: z.ZodType): z.ZodType {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  return inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner
}

export function toArgument(operation: Operation, name: string, facts: FieldEntry[1]): Argument {
  const dots = facts.many ? '...' : ''
  const word = `${name}${dots}`
  return new Argument(facts.isRequired ? `<${word}>` : `[${word}]`, formatDescription(facts)).argParser(
    makeParser(operation, name, facts),
  )
}

export function toOption(operation: Operation, name: string, facts: FieldEntry[1]): Option {
  if (facts.kind === 'yes') return new Option(toFlag(name), facts.description)
  // Each value needs its own flag: a variadic option would consume the arguments after it.
  return new Option(`${toFlag(name)} <${facts.placeholder ?? name}>`, formatDescription(facts))
    .argParser(makeParser(operation, name, facts))
    .makeOptionMandatory(facts.isRequired)
}

function formatDescription({ description, choices, whenTyped }: FieldFacts): string {
  const typed = choices?.join(', ') ?? whenTyped
  return typed === undefined ? description : `${description} (${typed})`
}
