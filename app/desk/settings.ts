import {
  normalizeTyped,
  describeSetting,
  lowersProtection,
  SETTING_NAMES,
} from '~/platform/config/setting-values'
import { firstCharacters } from '~/platform/formats/characters'
import { listSettingHistory, listSettings, type ListedSetting } from '~/domain/settings/list-settings.server'
import { approveSetting, setSetting } from '~/domain/settings/set-setting.server'
import { readSettings, readTexts } from '~/domain/settings/settings.server'
import { explainWait, noteAlone, readWait } from './approvals.server'
import { noteChange } from './changed'
import { describeColumns, describeRow, describeRows, type Column } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import * as field from './fields'
import { explainNotFound } from './lookups.server'
import { see, type Topic, type Undoing, type UndoneEntry } from './operation'
import { RefusalError, requireDone } from './refusal'

type Row = Omit<ListedSetting, 'state'> & { state?: ListedSetting['state'] }

const column = describeColumns<Row>()
const COLUMNS = [
  column.id('id', { isAssigned: true }),
  column.text('name', { title: 'setting' }),
  ...column.own('value', 'state'),
  column.time('in_force_from', {
    title: 'from',
    screen: ({ in_force_from }) => in_force_from ?? 'once approved',
    isAssigned: true,
  }),
  column.text('made_by', {
    title: 'by',
    screen: ({ made_by, approved_by }) => (approved_by ? `${made_by}, ${approved_by}` : made_by),
  }),
  ...column.data('approved_by', 'approves'),
  column.text('reason', { width: 60 }),
  ...column.data('created_at'),
]

const name = field.choice('the setting', SETTING_NAMES, { place: 'argument' })

const MOST_SHOWN = 40

/** The page of the setting has it whole. */
const shorten = (value: string) =>
  value.length > MOST_SHOWN ? `${firstCharacters(value, MOST_SHOWN)}…` : value

const LIST_COLUMNS = COLUMNS.map((one): Column<Row> => {
  if (one.name === 'name')
    return { ...one, next: ({ name }) => ({ operation: 'settings show', input: { name } }) }
  if (one.name === 'value') return { ...one, screen: ({ value }) => shorten(value) }
  if (one.name !== 'id') return one
  const toApproval = ({ id, state }: Row) =>
    state === 'waits' ? { operation: 'settings approve', input: { id } } : null
  return { ...one, next: toApproval }
})

const list = defineList({
  name: 'settings list',
  title: 'Settings',
  summary: 'what is in force, and what waits',
  role: 'viewer',
  one: 'setting',
  none: 'There are no settings.',
  columns: LIST_COLUMNS,
  read: () => listSettings(),
})

const DIRECTIONS = { lower: 'a lower value protects', higher: 'a higher value protects' } as const

const show = defineRecord({
  name: 'settings show',
  title: 'Setting',
  summary: 'a setting with its history, newest first',
  role: 'viewer',
  input: { name },
  async read({ name }) {
    const { about, unit, protects } = describeSetting(name)
    return {
      title: `${name}: ${about}`,
      facts: [
        { name: 'it may be', kind: 'text', value: unit },
        {
          name: 'protection',
          kind: 'text',
          value: protects === null ? 'no direction protects' : DIRECTIONS[protects],
        },
      ],
      tables: [describeRows('history', COLUMNS, await listSettingHistory(name))],
      next: [see('settings set', { name })],
    }
  },
})

/** Entries of before this release do not say what the value was. */
const undoValue = ({ entry, id, former }: UndoneEntry): Undoing | null =>
  former.value === null
    ? null
    : {
        operation: 'settings set',
        typed: { name: id, value: String(former.value), reason: `Undo of entry ${entry} of the log` },
      }

const set = defineChange({
  name: 'settings set',
  title: 'Change a setting',
  summary: 'change a setting',
  role: 'owner',
  confirm: 'money',
  input: {
    name,
    value: field.text('its new value; the page of the setting says what it may be', {
      place: 'argument',
      most: 400,
    }),
    reason: field.text('why, for the history'),
  },
  present: async ({ name }, reader) => ({
    subject: `setting ${name}`,
    values: [{ name: 'value', kind: 'text', value: (await readTexts(reader))[name] }],
  }),
  async run({ name, value: typed, reason }, { by }, tx) {
    const value = normalizeTyped(name, typed)
    const noValue = `${name} must be ${describeSetting(name).unit}.`
    if (value === null) throw new RefusalError(noValue, 'value')
    const before = (await readTexts(tx))[name]!
    const protectsLess = lowersProtection(name, await readSettings(tx), value)
    const { row, waits } = requireDone(await setSetting({ name, typed: value, reason }, by, tx), 'value', {
      'no-value': noValue,
      same: `${name} is ${value} already.`,
    })
    return {
      effect: waits
        ? `Asks for ${name} ${value} instead of ${before}, which protects less: it waits, and ${before} stays in force`
        : `Sets ${name} from ${before} to ${value}${protectsLess ? ', which protects less' : ''}`,
      facts: describeRow(COLUMNS, row),
      notes: [
        `It affects: ${describeSetting(name).about}.`,
        ...(waits
          ? [
              `Until then ${name} is ${before}; setting that again cancels the change. ${explainWait(await readWait({ asked_by: by, created_at: row.created_at }, 'owner', tx))}`,
            ]
          : []),
      ],
      next: waits ? [see('settings approve', { id: row.id }), see('settings show', { name })] : [],
      changed: [
        waits
          ? noteChange(`setting ${name}`, 'requested value', null, value)
          : noteChange(`setting ${name}`, 'value', before, value),
      ],
    }
  },
  undo: undoValue,
})

const approve = defineChange({
  name: 'settings approve',
  title: 'Approve a setting',
  summary: 'approve a change that another person made; where nobody else may, your own after 24 hours',
  role: 'owner',
  confirm: 'money',
  input: { id: field.listNumber },
  async run({ id }, { by }, tx) {
    const before = await readTexts(tx)
    const { row, alone } = requireDone(await approveSetting(id, by, tx), 'id', {
      dependent: ({ row, wait }) => `Change ${id} was made by ${row.made_by}. ${explainWait(wait)}`,
      'not-waiting': (refusal) => ({
        text: `Change ${id} does not wait.`,
        next: [see('settings show', { name: refusal.row.name })],
      }),
      'not-found': explainNotFound(`change ${id}`, 'settings list'),
    })
    return {
      effect: `Approves change ${id}: ${row.name} is ${row.value} from now on`,
      facts: describeRow(COLUMNS, row),
      changed: [
        noteChange(`setting ${row.name}`, 'value', before[row.name], row.value),
        ...noteAlone(`setting ${row.name}`, alone),
      ],
    }
  },
  undo: undoValue,
})

export const topic: Topic = {
  operations: [list, show, set, approve],
  help: `
A change that protects more, or that is neither more nor less, is in force at once. One that protects less waits until another
person approves it; where nobody independent may, the same person does after 24 hours and within seven days. It raises an alert. Setting the value in force again cancels what waits. Variables of these names are first values only.`,
  examples: `
Examples:
  $ settings list
  $ settings show MOST_CASHBACK_A_SALE
  $ settings set MOST_CASHBACK_A_SALE 5000 --reason "Fewer large orders" --yes
  $ settings approve 15`,
}
