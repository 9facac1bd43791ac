import type { Call } from '~/desk/call'
import { listFields, formatForLog, type TypedInput } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { openFiles } from '~/desk/read-input'
import { findBrokenRelation } from '~/desk/relations'
import type { Actor } from '~/desk/actor.server'
import type { DraftInput } from '../drafts/draft'
import { formatFormName, formatFormerName, formatLabel } from './labels'

const MISSING = 'Please fill in this field.'
const UNCHANGED = 'Nothing differs from what is there. Change a field first.'

/** Fields that are empty are left out; a field of several values has one a line. Others than the operation's are ignored. */
export function readTyped(operation: Operation, given: URLSearchParams | FormData): TypedInput {
  const typed: TypedInput = {}
  const toName = given instanceof FormData ? formatFormName : (name: string) => name
  for (const [name, { kind, many, atDesk, clearedBy }] of listFields(operation)) {
    if (kind === 'file' || atDesk === 'absent') continue
    const texts = given
      .getAll(toName(name))
      .filter((value): value is string => typeof value === 'string')
      .map((value) => value.replaceAll('\0', '').trim())
    const was = given.get(formatFormerName(name))
    if (typeof was === 'string' && texts.length === 1) {
      const [text, former] = [texts[0]!, was].map((one) => one.replaceAll(/\r\n?/g, '\n').trim())
      if (text === former) continue
      if (!text) {
        const cleared = clearedBy ?? ''
        typed[name] = many ? [cleared] : cleared
        continue
      }
    }
    const lines = many ? texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim()) : texts
    if (many && lines.length) typed[name] = lines
    // Our forms have no field twice: such a value is read as one that no field accepts.
    else if (!many && lines.some(Boolean)) typed[name] = lines.join('\n')
  }
  return typed
}

/** Of several values, one a line. */
const nameLine = (given: unknown, index: PropertyKey | undefined) =>
  Array.isArray(given) && given.length > 1 && typeof index === 'number' ? `Line ${index + 1}: ` : ''

export type ReadCall = { ok: true; call: Call } | { ok: false; errors: Record<string, string> }

export function readDeskCall(
  operation: Operation,
  { typed, files, uncovers }: Omit<DraftInput, 'version'>,
  actor: Actor,
): ReadCall {
  const given: Record<string, unknown> = { ...typed, ...openFiles(files) }
  const read = operation.input.safeParse(given)
  if (!read.success) {
    const errors: Record<string, string> = {}
    for (const { path, message } of read.error.issues) {
      const field = String(path[0] ?? '')
      errors[field] ??= given[field] === undefined ? MISSING : `${nameLine(given[field], path[1])}${message}`
    }
    return { ok: false, errors }
  }
  const missing = listFields(operation).filter(
    ([name, { atDesk }]) => atDesk === 'required' && given[name] === undefined,
  )
  if (missing.length)
    return { ok: false, errors: Object.fromEntries(missing.map(([name]) => [name, MISSING])) }
  if (operation.kind === 'change' && operation.isEdit) {
    const fields = listFields(operation)
    const isSubject = ([name, { place }]: (typeof fields)[number]) =>
      place === 'argument' || given[name] === undefined
    const first = fields.find(([, { place }]) => place !== 'argument')
    if (first && fields.every(isSubject)) return { ok: false, errors: { [first[0]]: UNCHANGED } }
  }
  const broken = findBrokenRelation(operation.relations ?? [], read.data, formatLabel)
  if (broken) return { ok: false, errors: { [broken.field]: broken.message } }
  const names = Object.fromEntries(Object.entries(files).map(([field, { name }]) => [field, name]))
  const whole = { ...typed, ...names }
  const command = formatForLog(operation, whole, uncovers)
  return { ok: true, call: { operation, input: read.data as never, command, typed: whole, actor, uncovers } }
}
