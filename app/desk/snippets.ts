import {
  addSnippet,
  editSnippet,
  findSnippet,
  listSnippets,
  removeSnippet,
  type Snippet,
  type SnippetRefusal,
} from '~/domain/support/snippets.server'
import {
  MOST_SNIPPETS,
  PLACEHOLDERS,
  SNIPPET_MAX_LENGTH,
  SNIPPET_NAME_LENGTH,
} from '~/domain/support/snippets'
import type { Reader } from '~/platform/db/client.server'
import { describeHistory, requireChange } from './changed-fields'
import { listChanges } from './changed'
import { describeColumns, describeFacts, describeRow } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { explainNotFound, requireFound } from './lookups.server'
import { listIf, see, type FieldChange, type Topic } from './operation'
import { RefusalError, requireDone, type Reasons } from './refusal'
import { atLeastOne } from './relations'

const column = describeColumns<Snippet>()
const COLUMNS = [
  column.id('id', { isAssigned: true }),
  column.text('name', { width: 40 }),
  column.text('text', ({ body }) => body, { width: 90 }),
  column.time('updated_at', { title: 'since', isAssigned: true }),
]

const HOW = Object.entries(PLACEHOLDERS)
  .map(([name, what]) => `{${name}} is ${what}`)
  .join('; ')

const id = field.listNumber
const TEXT = `the text, for the member; ${HOW}`
const nameField = field.text('by which it is chosen', { most: SNIPPET_NAME_LENGTH })
const textField = field.text(TEXT, { most: SNIPPET_MAX_LENGTH, isLong: true })

const requireSnippet = async (snippetId: number, reader?: Reader): Promise<Snippet> =>
  requireFound(await findSnippet(snippetId, reader), `text ${snippetId}`, 'snippets list')

const describe = ({ name, body }: Snippet) => describeFacts('text', { name, text: body })

const listChanged = (before: Snippet | null, after: Snippet | null, snippetId: number): FieldChange[] => {
  const read = (snippet: Snippet | null) => ({
    name: snippet?.name ?? null,
    text: snippet?.body ?? null,
  })
  return listChanges(`text ${snippetId}`, read(before), read(after))
}

const explain = (snippetId?: number): Reasons<SnippetRefusal> => ({
  'not-found': explainNotFound(`text ${snippetId}`, 'snippets list'),
  'name-taken': new RefusalError('There is a text of this name already.', 'name'),
  'too-many': `There are ${MOST_SNIPPETS} texts already: remove one first.`,
  'unknown-placeholder': ({ placeholder }) =>
    new RefusalError(`${placeholder} is no placeholder. There are: ${HOW}.`, 'text'),
})

const list = defineList({
  name: 'snippets list',
  title: 'Texts for replies',
  summary: 'by name; answers to claims are filled with them',
  role: 'support',
  one: 'text',
  none: 'There are no texts for replies.',
  starts: [see('snippets add')],
  columns: COLUMNS,
  read: () => listSnippets(),
  notes: (rows) => listIf(rows.length, { text: 'All operators share them.', next: [see('snippets add')] }),
})

const show = defineRecord({
  name: 'snippets show',
  title: 'Text for replies',
  summary: 'one text, and who changed it',
  role: 'support',
  input: { id },
  async read({ id: snippetId }) {
    const snippet = await requireSnippet(snippetId)
    return {
      facts: describeRow(COLUMNS, snippet),
      tables: [await describeHistory(`text ${snippetId}`, { name: 'name', text: 'text' })],
      next: [see('snippets set', { id: snippetId }), see('snippets remove', { id: snippetId })],
      namesNext: true,
    }
  },
})

const add = defineChange({
  name: 'snippets add',
  title: 'Add a text for replies',
  summary: 'keep a text under a name, for all operators',
  role: 'support',
  input: { name: nameField, text: textField },
  async run({ name, text }, _, tx) {
    const { snippet } = requireDone(await addSnippet({ name, body: text }, tx), 'name', explain())
    return {
      effect: `Adds the text ‘${snippet.name}’`,
      facts: describeRow(COLUMNS, snippet),
      record: see('snippets list'),
      changed: listChanged(null, snippet, snippet.id),
    }
  },
})

const set = defineChange({
  name: 'snippets set',
  title: 'Edit a text for replies',
  summary: 'change the name or the words of a text for replies',
  role: 'support',
  isEdit: true,
  input: { id, name: nameField.optional(), text: textField.optional() },
  relations: [atLeastOne('name', 'text')],
  async present({ id: snippetId }, reader) {
    return { subject: `text ${snippetId}`, values: describe(await requireSnippet(snippetId, reader)) }
  },
  async run({ id: snippetId, name, text }, _, tx) {
    const { before, snippet } = requireDone(
      await editSnippet(snippetId, { name, body: text }, tx),
      'id',
      explain(snippetId),
    )
    const changed = listChanged(before, snippet, snippetId)
    requireChange(changed)
    return {
      effect: `Changes the text ‘${snippet.name}’`,
      facts: describe(snippet),
      record: see('snippets show', { id: snippetId }),
      changed,
    }
  },
})

const remove = defineChange({
  name: 'snippets remove',
  title: 'Remove a text for replies',
  summary: 'remove a text for replies; what was sent stays',
  role: 'support',
  confirm: 'ask',
  input: { id },
  async present({ id: snippetId }, reader) {
    return { subject: `text ${snippetId}`, values: describe(await requireSnippet(snippetId, reader)) }
  },
  async run({ id: snippetId }, _, tx) {
    const { snippet } = requireDone(await removeSnippet(snippetId, tx), 'id', {
      'not-found': explainNotFound(`text ${snippetId}`, 'snippets list'),
    })
    return {
      effect: `Removes the text ‘${snippet.name}’`,
      facts: describe(snippet),
      record: see('snippets list'),
      changed: listChanged(snippet, null, snippetId),
    }
  },
})

export const topic: Topic = {
  title: 'Texts for replies',
  operations: [add, list, remove, set, show],
  help: `
All operators share them. A text is offered where the record has a value for each of its placeholders.`,
  examples: `
Example:
  $ snippets add --name 'Asked the store' --text 'Hello {name}, we have asked {store} about the order {order}.'`,
}
