import { listCategories } from '~/domain/catalog/categories.server'
import type { Actor } from '~/desk/actor.server'
import { listFields, type TypedInput } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'
import { readPresent } from '~/desk/present.server'
import { RefusalError } from '~/desk/refusal'
import { readId } from '~/platform/formats/ids'
import { listSnippetsForClaim, openSnippetsForClaim, type FilledSnippet } from '../replies/snippets.server'
import { describeFields, type FieldView } from './fields.server'
import type { FoundTopic } from './find-page.server'
import { describeFrame, type Frame } from './frame.server'
import { readTyped } from './typed.server'

export interface FormView extends Frame {
  page: 'form'
  fields: readonly FieldView[]
  version: string | undefined
}

/** `isOpened`: it is on the page of its record, whose reading was logged. */
export async function readFormPage(
  operation: Operation,
  topic: FoundTopic,
  actor: Actor,
  query: URLSearchParams,
  { isOpened = false } = {},
): Promise<FormView> {
  const typed = readTyped(operation, query)
  const present = await readPresentRecord(operation, typed)
  const reader = { role: actor.role, uncovers: false }
  return {
    page: 'form',
    ...describeFrame(operation, topic),
    fields: await completeFields(
      operation,
      describeFields(operation, { typed, present, reader }),
      typed,
      (id) => (isOpened ? listSnippetsForClaim(id) : openSnippetsForClaim(id, actor)),
    ),
    version: present?.version,
  }
}

/** Adds what is in the database: choices, and for a reply about a claim the texts that can be filled in. */
export const completeFields = (
  { name: operation }: Pick<Operation, 'name'>,
  fields: readonly FieldView[],
  typed: TypedInput,
  listSnippets: (claimId: number) => Promise<FilledSnippet[]>,
): Promise<FieldView[]> =>
  Promise.all(
    fields.map(async (field) => {
      if (field.kind === 'category')
        return { ...field, choices: (await listCategories()).map(({ name }) => name) }
      const claim = field.isReply && typeof typed.id === 'string' ? readId(typed.id) : null
      if (claim === null) return field
      return { ...field, snippets: { claim, operation, texts: await listSnippets(claim) } }
    }),
  )

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
