/** Rows that are chosen together: what can be done with them, and which of them it may be done with. */
import { listClaimSteps } from '~/desk/claim-steps'
import { findOperation } from '~/desk/find-operation'
import { mayDo, type Role } from '~/desk/roles'
import type { Claim } from '~/domain/tracking/claim'
import type { InboxRow } from '~/domain/tracking/inbox-row.server'
import { getPostbackState } from '~/domain/tracking/postbacks.server'
import type { Signal } from '~/domain/signals/review.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { describeFields, type FieldView } from './fields.server'
import { formatFormName } from './labels'
import { buildOperationPath } from './paths'
import type { LinkView, TableView } from './view'

/** Each form posts the numbers of the chosen rows to one of the operations. */
export interface ChosenView {
  actions: readonly ChosenAction[]
  /** What several of the operations ask for besides. */
  fields: readonly FieldView[]
}

interface ChosenAction extends LinkView {
  /** What it alone asks for. */
  fields: readonly FieldView[]
}

interface Choosing<Row = never> {
  operations: readonly string[]
  fits: (row: Row) => boolean
}

const choosing = <Row>(fits: (row: Row) => boolean, ...operations: string[]): Choosing => ({
  operations,
  fits: fits as Choosing['fits'],
})

const isFree = () => true

const CHOOSING: Record<string, Choosing> = {
  'catalogue list': choosing(
    isFree,
    'catalogue end-each',
    'catalogue hide-each',
    'catalogue move-each',
    'rates set-each',
  ),
  'claims list': choosing<Claim>(
    (claim) => listClaimSteps(claim).some((step) => step === 'send' || step === 'answer'),
    'claims send-each',
    'claims answer-each',
  ),
  'postbacks list': choosing<InboxRow>(
    (row) => getPostbackState(row) === 'quarantined',
    'postbacks dismiss-each',
  ),
  'signals list': choosing<Signal>(
    ({ cleared_at }) => cleared_at === null,
    'signals clear-each',
    'signals uphold-each',
  ),
  'users find': choosing(isFree, 'users hold-each'),
  'users list': choosing(isFree, 'users hold-each'),
  'withdrawals list': choosing<Withdrawal>(({ status }) => status === 'requested', 'withdrawals refuse-each'),
}

type Choice = NonNullable<TableView['choice']>

/** Null: nothing can be done with several rows of the list, or not by this role. `id`: the number of a row. */
export async function readChosenRows<Row>(
  list: string,
  rows: readonly Row[],
  id: (row: Row) => number | string,
  { role, isChosen = false }: { role: Role; isChosen?: boolean },
): Promise<{ choice: Choice; chosen: ChosenView } | null> {
  const known = CHOOSING[list] as Choosing<Row> | undefined
  if (!known || !rows.some(known.fits)) return null
  const chosen = await describeChosen(known.operations, role)
  return (
    chosen && {
      chosen,
      choice: makeChoice(
        rows.map((row) => (known.fits(row) ? String(id(row)) : '')),
        { isChosen },
      ),
    }
  )
}

export const makeChoice = (
  values: readonly string[],
  { name = 'ids', isChosen = false }: { name?: string; isChosen?: boolean } = {},
): Choice => ({
  name: formatFormName(name),
  head: 'Choose',
  values,
  isChecked: values.map(() => isChosen),
})

/** Null: not by this role. */
export async function describeChosen(names: readonly string[], role: Role): Promise<ChosenView | null> {
  const operations = (await Promise.all(names.map(findOperation))).filter((one) => mayDo(role, one.role))
  if (!operations.length) return null
  const all = operations.map((one) =>
    describeFields(one, { typed: {}, reader: { role, uncovers: false } }).filter(
      ({ name }) => name !== 'ids',
    ),
  )
  const isShared = ({ name }: FieldView) =>
    all.filter((fields) => fields.some((field) => field.name === name)).length > 1
  const shared = new Map(all.flat().flatMap((field) => (isShared(field) ? [[field.name, field]] : [])))
  return {
    actions: operations.map(({ title, name }, at) => ({
      title,
      to: buildOperationPath(name),
      fields: all[at]!.filter((field) => !isShared(field)),
    })),
    fields: [...shared.values()],
  }
}
