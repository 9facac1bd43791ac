import { fieldsOf, writeForLog, type Typed } from '~/operations/command-text'
import type { InputFile } from '~/operations/fields'
import type { Operation } from '~/operations/operation'
import { toInputFile } from '~/operations/read-input'
import { findBroken } from '~/operations/relations'
import type { Call } from '~/operations/run.server'
import type { Actor } from '~/operations/actor.server'
import type { DraftFiles, DraftInput } from '../drafts/draft'
import { writeFormName, writeLabel } from './labels'

const MISSING = 'Please fill in this field.'

/** Fields that are empty are left out; a field of several values has one a line. Others than the operation's are ignored. */
export function readTyped(operation: Operation, given: URLSearchParams | FormData): Typed {
  const typed: Typed = {}
  const toName = given instanceof FormData ? writeFormName : (name: string) => name
  for (const [name, { kind, many }] of fieldsOf(operation)) {
    if (kind === 'file') continue
    const texts = given
      .getAll(toName(name))
      .filter((value): value is string => typeof value === 'string')
      .map((value) => value.replaceAll('\0', '').trim())
    const lines = many ? texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim()) : texts
    if (many && lines.length) typed[name] = lines
    // Our forms have no field twice: such a value is read as one that no field accepts.
    else if (!many && lines.some(Boolean)) typed[name] = lines.join('\n')
  }
  return typed
}

const toInputFiles = (files: DraftFiles): Record<string, InputFile> =>
  Object.fromEntries(
    Object.entries(files).map(([field, { name, content }]) => [
      field,
      toInputFile(name, Buffer.from(content, 'base64')),
    ]),
  )

export type Checked = { ok: true; input: never } | { ok: false; errors: Record<string, string> }

/** The input of the operation, or what is wrong by field. */
export function checkTyped(
  operation: Operation,
  { typed, files }: Pick<DraftInput, 'typed' | 'files'>,
): Checked {
  const given: Record<string, unknown> = { ...typed, ...toInputFiles(files) }
  const read = operation.input.safeParse(given)
  if (!read.success) {
    const errors: Record<string, string> = {}
    for (const { path, message } of read.error.issues) {
      const field = String(path[0] ?? '')
      errors[field] ??= given[field] === undefined ? MISSING : message
    }
    return { ok: false, errors }
  }
  const broken = findBroken(operation.relations ?? [], read.data, writeLabel)
  return broken
    ? { ok: false, errors: { [broken.field]: broken.message } }
    : { ok: true, input: read.data as never }
}

export function toCall(
  operation: Operation,
  { typed, files, uncovers }: Pick<DraftInput, 'typed' | 'files' | 'uncovers'>,
  input: never,
  actor: Actor,
): Call {
  const names = Object.fromEntries(Object.entries(files).map(([field, { name }]) => [field, name]))
  const whole = { ...typed, ...names }
  return {
    operation,
    input,
    command: writeForLog(operation, whole, uncovers),
    typed: whole,
    actor,
    uncovers,
  }
}
