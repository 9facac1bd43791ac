import { listCategories } from '~/domain/catalog/categories.server'
import type { Actor } from '~/desk/actor.server'
import { listFields, type TypedInput } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { readPresent } from '~/desk/present.server'
import { RefusalError } from '~/desk/refusal'
import { describeFields, type FieldView } from './fields.server'
import type { FoundTopic } from './find-page.server'
import { describeFrame, type Frame } from './frame.server'
import { readTyped } from './typed.server'

export interface FormView extends Frame {
  page: 'form'
  fields: readonly FieldView[]
  version: string | undefined
}

export async function readFormPage(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  query: URLSearchParams,
): Promise<FormView> {
  const typed = readTyped(operation, query)
  const present = await readPresentRecord(operation, typed)
  const reader = { role: actor.role, uncovers: false }
  return {
    page: 'form',
    ...describeFrame(operation, topic),
    fields: await fillChoices(describeFields(operation, { typed, present, reader })),
    version: present?.version,
  }
}

/** Fields whose choices are in the database. */
export async function fillChoices(fields: readonly FieldView[]): Promise<FieldView[]> {
  if (!fields.some(({ kind }) => kind === 'category')) return [...fields]
  const choices = (await listCategories()).map(({ name }) => name)
  return fields.map((field) => (field.kind === 'category' ? { ...field, choices } : field))
}

/** Present values of the record that the address names; null if it names none, or the record does not exist. */
export async function readPresentRecord(operation: Operation, typed: TypedInput) {
  const subjects = listFields(operation).filter(([, { place }]) => place === 'argument')
  if (operation.kind !== 'change' || !subjects.every(([name]) => typed[name] !== undefined)) return null
  const input = Object.fromEntries(
    subjects.flatMap(([name]) => {
      const read = operation.input.shape[name]!.safeParse(typed[name])
      return read.success ? [[name, read.data]] : []
    }),
  )
  if (Object.keys(input).length < subjects.length) return null
  try {
    return await readPresent({ operation, input: input as never })
  } catch (error) {
    if (error instanceof RefusalError) return null
    throw error
  }
}
