import { upperFirst } from '~/platform/formats/upper-first'
import type { CellReader } from '~/desk/cells'
import { listFields, type TypedInput } from '~/desk/command-text'
import type { FieldKind } from '~/desk/field'
import type { Operation, Present } from '~/desk/operation'
import type { StoredFiles } from '~/desk/read-input'
import { showFact } from '~/desk/show'
import type { FilledSnippet } from '../replies/snippets.server'
import { formatLabel } from './labels'

interface FieldSnippets {
  /** The claim whose facts they have. */
  claim: number
  /** Of the form: 'claims answer'. */
  operation: string
  texts: readonly FilledSnippet[]
}

export interface FieldView {
  name: string
  label: string
  hint: string
  kind: FieldKind
  isRequired: boolean
  isMany: boolean
  isLong: boolean
  isReply?: true | undefined
  /** Texts that can be filled in; without it, none can. */
  snippets?: FieldSnippets | undefined
  choices: readonly string[]
  value: string
  /** The value of the record, which is in the field; what is sent unchanged is not an edit. */
  was?: string | undefined
  error?: string | undefined
  fileName?: string | undefined
  /** Of a file: the types that a browser offers first. */
  accept?: string | undefined
}

interface FieldValues {
  typed: TypedInput
  files?: StoredFiles
  errors?: Record<string, string>
  present?: Present | null
  reader: CellReader
}

/** The first of `names` that a form of the desk has. */
export const findShownField = (operation: Operation, names: readonly string[]): string | undefined =>
  listFields(operation).find(([name, { atDesk }]) => names.includes(name) && atDesk !== 'absent')?.[0]

const isEdit = (operation: Operation) => operation.kind === 'change' && operation.isEdit === true

const isCleared = (typed: TypedInput[string], clearedBy: string | undefined) =>
  clearedBy !== undefined && (typeof typed === 'string' ? typed : typed?.join()) === clearedBy

export const describeFields = (
  operation: Operation,
  { typed, files = {}, errors = {}, present = null, reader }: FieldValues,
): FieldView[] =>
  listFields(operation)
    .filter(([, { atDesk }]) => atDesk !== 'absent')
    // What it is about comes first.
    .toSorted(([, a], [, b]) => Number(b.place === 'argument') - Number(a.place === 'argument'))
    .map(
      ([
        name,
        {
          kind,
          description,
          isRequired,
          many,
          isLong,
          isReply,
          choices = [],
          clearedBy,
          beginsEmpty = false,
          atDesk,
          accept,
        },
      ]) => {
        const found = present?.values.find((fact) => fact.name === name)
        const was = isEdit(operation) && found && !beginsEmpty ? showFact(found, reader) : undefined
        const now = was === undefined ? found : undefined
        const value = was !== undefined && isCleared(typed[name], clearedBy) ? '' : (typed[name] ?? was)
        return {
          name,
          label: formatLabel(name),
          hint: [
            upperFirst(description),
            ...(clearedBy && was === undefined ? [`'${clearedBy}' clears it`] : []),
            ...(now ? [`now: ${showFact(now, reader).replaceAll('\n', '; ') || 'none'}`] : []),
          ].join('; '),
          kind,
          isRequired: isRequired || atDesk === 'required',
          isMany: many === true,
          isLong: isLong === true,
          ...(isReply && { isReply }),
          choices,
          value: typeof value === 'string' ? value : (value?.join('\n') ?? ''),
          ...(was !== undefined && { was }),
          error: errors[name],
          fileName: files[name]?.name,
          ...(accept && { accept }),
        }
      },
    )
