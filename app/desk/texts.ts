import {
  editPageText,
  findDefault,
  giveBackPageText,
  listPageTexts,
  readPageText,
  TEXT_NAMES,
  TEXT_PLACEHOLDERS,
  type PageText,
  type TextName,
  type TextRefusal,
} from '~/domain/catalog/page-texts.server'
import { TEXT_FIELDS } from '~/domain/catalog/home-fields'
import { paths } from '~/paths'
import { env } from '~/platform/config/env.server'
import { describeEditedFields, describeHistory, listFieldChanges, requireChange } from './changed-fields'
import { describeColumns, describeFacts, describeRow } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { listIf, see, type Change, type Topic, type Undoing, type UndoneEntry } from './operation'
import { RefusalError, requireDone, type Reasons } from './refusal'
import { atLeastOne } from './relations'

const PAGES = { faq: '/', about: paths.aboutUs } as const
const TITLES = { faq: 'the FAQ', about: 'About Us' } as const

const column = describeColumns<PageText>()
const COLUMNS = [
  column.text('of', ({ page }) => TITLES[page]),
  column.text('name', { next: ({ name }) => see('texts show', { name }) }),
  column.state('state', ({ updated_at }) => (updated_at ? 'changed' : '')),
  column.text('question', { width: 40 }),
  column.text('text', ({ body }) => body, { width: 90 }),
  column.time('updated_at', { title: 'since', isAssigned: true }),
]

const name = field.choice('of the list', TEXT_NAMES, { place: 'argument' })

const formatPlaceholders = (page: PageText['page']) =>
  Object.entries(TEXT_PLACEHOLDERS[page])
    .map(([placeholder, what]) => `{${placeholder}} is ${what}`)
    .join('; ')

const REASONS: Reasons<TextRefusal> = {
  'no-question': new RefusalError('A text of About Us has no question.', 'question'),
  'unknown-placeholder': ({ field: where, placeholder }) =>
    new RefusalError(`${placeholder} is filled in by nothing here.`, where),
}

const list = defineList({
  name: 'texts list',
  title: 'FAQ and About Us',
  summary: 'the texts of both pages, and which of them operators changed',
  role: 'viewer',
  one: 'text',
  columns: COLUMNS,
  read: () => listPageTexts(),
})

const listNext = ({ name: which, updated_at }: PageText) => [
  see('texts set', { name: which }),
  ...(updated_at ? [see('texts give-back', { name: which })] : []),
]

const show = defineRecord({
  name: 'texts show',
  title: 'Text of a page',
  summary: 'a text of the FAQ or of About Us, what it was at first, and who changed it',
  role: 'viewer',
  input: { name },
  async read({ name: which }) {
    const text = await readPageText(which)
    const standard = findDefault(which)
    return {
      facts: [
        ...describeRow(COLUMNS, text),
        ...(text.updated_at
          ? describeFacts('text', { 'at first': [standard.question, standard.body].join(' ').trim() })
          : []),
        ...describeFacts('page', { 'in the shop': env().publicOrigin + PAGES[text.page] }),
      ],
      tables: [await describeHistory(`words ${which}`, TEXT_FIELDS)],
      next: listNext(text),
      namesNext: true,
    }
  },
})

/** 'question 1' */
const formatName = (which: TextName): string => which.replaceAll('-', ' ')

function describeChange(
  which: TextName,
  effect: string,
  { text, ...edited }: Parameters<typeof listFieldChanges>[1] & { text: PageText },
): Change {
  const changed = listFieldChanges(`words ${which}`, edited)
  requireChange(changed)
  const lost = listPlaceholders(findDefault(which).body).filter((each) => !text.body.includes(each))
  return {
    effect,
    tables: [describeEditedFields(TEXT_FIELDS, changed)],
    notes: [
      'Shoppers see it within a minute.',
      ...listIf(
        lost.length,
        `It has no ${lost.join(', ')} any more: what you type instead does not follow the settings.`,
      ),
    ],
    record: see('texts show', { name: which }),
    changed,
  }
}

const listPlaceholders = (body: string): string[] => body.match(/\{\w+\}/g) ?? []

const set = defineChange({
  name: 'texts set',
  title: 'Change a text of a page',
  summary: 'change a question and its answer in the FAQ, or a paragraph of About Us',
  role: 'catalogue',
  confirm: 'ask',
  isEdit: true,
  input: {
    name,
    question: field.text('of the FAQ alone').optional(),
    text: field
      .text(
        `the answer, or the paragraph: plain text, without line breaks; in the FAQ ${formatPlaceholders('faq')}; in About Us ${formatPlaceholders('about')}`,
        { most: 1000, isLong: true },
      )
      .optional(),
  },
  relations: [atLeastOne('question', 'text')],
  help: `
It promises shoppers what it says: of cashback, fees and times say only what the settings and rates keep. A text that is as it was at first follows later releases.`,
  examples: ['texts set question-4 --text "Choose Redeem in your wallet."'],
  async present({ name: which }, reader) {
    const { question, body } = await readPageText(which, reader)
    return { subject: `words ${which}`, values: describeFacts('text', { question, text: body }) }
  },
  async run({ name: which, ...typed }, _, tx) {
    const edited = requireDone(await editPageText(which, typed, tx), 'text', REASONS)
    return describeChange(which, `Changes ${formatName(which)} of ${TITLES[edited.text.page]}`, edited)
  },
  undo: undoEdit,
})

const giveBack = defineChange({
  name: 'texts give-back',
  title: 'Give a text of a page back',
  summary: 'let a text of the FAQ or of About Us be what it was at first',
  role: 'catalogue',
  confirm: 'ask',
  input: { name },
  async run({ name: which }, _, tx) {
    const given = requireDone(await giveBackPageText(which, tx), 'name', {
      'not-edited': 'Nobody has changed this text.',
    })
    return describeChange(which, `Gives ${formatName(which)} of ${TITLES[given.text.page]} back`, given)
  },
  undo: undoEdit,
})

function undoEdit({ id, fields, former }: UndoneEntry): Undoing {
  return {
    operation: 'texts set',
    typed: {
      name: id,
      ...(fields.includes('question') && { question: String(former.question) }),
      ...(fields.includes('body') && { text: String(former.body) }),
    },
  }
}

export const topic: Topic = {
  title: 'FAQ and About Us',
  operations: [giveBack, list, set, show],
  help: `
Plain text, one paragraph each. Until somebody changes one, it is what this release says.`,
}
