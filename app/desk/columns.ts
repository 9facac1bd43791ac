import type { CellKind, CellValue } from './cells'
import type { Next } from './operation'

export interface Column<Row> {
  name: string
  /** Head of a table and label of a fact; default: the name with blanks. */
  title?: string | undefined
  kind: CellKind
  value: (row: Row) => CellValue
  screen?: ((row: Row) => CellValue) | undefined
  only?: 'screen' | 'data' | undefined
  /** Characters at most in a table of a terminal. */
  width?: number | undefined
  next?: ((row: Row) => Next | null) | undefined
  /** A command, or a picture of characters: only for those who read it in a terminal. */
  isCommand?: boolean | undefined
  /** Given by the database when a change is done: a preview leaves it out. */
  isAssigned?: boolean | undefined
  /** A secret: the page that shows it first is the last one that has it. */
  isOnce?: boolean | undefined
}

type Options<Row> = Partial<Omit<Column<Row>, 'kind' | 'name' | 'value'>>
type WithoutPaise<Key> = Key extends `${infer Name}_paise` ? Name : never
/** A key of the row; 'amount' also reads `amount_paise`. */
type Own<Row> = (keyof Row & string) | WithoutPaise<keyof Row>
type Add<Row> = {
  (name: Own<Row>, options?: Options<Row>): Column<Row>
  (name: string, value: (row: Row) => CellValue, options?: Options<Row>): Column<Row>
}

interface AddSeveral<Row> {
  /** Keys of the row, whose kind follows from their name: `created_at` is a time. */
  own: (...names: Own<Row>[]) => Column<Row>[]
  data: (...names: Own<Row>[]) => Column<Row>[]
}

/** What a name says of its column. Others are texts, or times if they end in `_at`. */
const KNOWN: Record<string, [kind: CellKind, title?: string]> = {
  id: ['id'],
  kind: ['state'],
  state: ['state'],
  status: ['state'],
  outcome: ['state'],
  amount: ['money'],
  made_by: ['text', 'by'],
  user_id: ['member', 'member'],
  conversion_id: ['sale', 'sale'],
  campaign_id: ['offer', 'offer'],
  username: ['name', 'name'],
  phone_number: ['phone', 'mobile'],
  email: ['email', 'e-mail'],
  destination_hint: ['hint'],
}

const readOwn = (row: object, name: string) => {
  const values = row as Record<string, CellValue>
  return name in row ? values[name] : values[`${name}_paise`]
}

/** `describeColumns<Withdrawal>().money('amount')`: the row's own key, or a function of the row. */
export function describeColumns<Row extends object>(): Record<CellKind, Add<Row>> & AddSeveral<Row> {
  const add =
    (kind: CellKind) =>
    (
      name: string,
      second: Options<Row> | ((row: Row) => CellValue) = {},
      third: Options<Row> = {},
    ): Column<Row> =>
      typeof second === 'function'
        ? { name, kind, value: second, ...third }
        : { name, kind, value: (row) => readOwn(row, name), ...second }
  const several = (names: readonly string[], options: Options<Row>) =>
    names.map((name) => {
      const [kind, title] = KNOWN[name] ?? [name.endsWith('_at') ? 'time' : 'text']
      return add(kind)(name, { title, ...options })
    })
  const all: AddSeveral<Row> = {
    own: (...names) => several(names, {}),
    data: (...names) => several(names, { only: 'data' }),
  }
  return new Proxy(all as ReturnType<typeof describeColumns<Row>>, {
    get: (_, key) => (key in all ? all[key as keyof typeof all] : add(key as CellKind)),
  })
}

export const findTitle = ({ name, title }: Pick<Fact, 'name' | 'title'>): string =>
  title ?? name.replaceAll('_', ' ')

export interface Fact extends Omit<Column<never>, 'value' | 'screen' | 'next'> {
  value: CellValue
  screen?: CellValue
}

export const describeRow = <Row>(columns: readonly Column<Row>[], row: Row): Fact[] =>
  columns.map(({ value, screen, ...column }) => ({
    ...column,
    value: value(row),
    ...(screen && { screen: screen(row) }),
  }))

export const describeWhole = <Row>(columns: readonly Column<Row>[], row: Row): Fact[] =>
  describeRow(
    columns
      .filter(({ only }) => only !== 'screen')
      .map((column) => ({ ...column, only: undefined, screen: undefined })),
    row,
  )

export const describeFacts = (kind: CellKind, values: Record<string, CellValue>): Fact[] =>
  Object.entries(values).map(([name, value]) => ({ name, kind, value }))

export const describeData = (kind: CellKind, values: Record<string, CellValue>): Fact[] =>
  describeFacts(kind, values).map((fact) => ({ ...fact, only: 'data' }))

/** A table with rows of any type; made by describeRows(), which checks that columns and rows fit. */
export interface Table {
  name: string
  title?: string | undefined
  columns: readonly Column<never>[]
  rows: readonly never[]
  one?: string | undefined
  /** What is written in place of an empty table; without it, an empty table is left out. */
  none?: string | undefined
  /** The last row is a sum of the others: JSON leaves it out, and CSV unless it is 'also in CSV'. */
  hasTotal?: boolean | 'also in CSV' | undefined
  /** Only on the screen, or only in CSV and JSON; CSV is the first table that it has. */
  only?: 'screen' | 'data' | undefined
  /** It has one row: JSON has the row itself instead of an array. */
  isOne?: boolean | undefined
  /** At the desk, where its rows can be chosen together: those that are chosen at first; default: all. */
  isChosen?: ((row: never) => boolean) | undefined
  /** Rows at most on a screen; JSON and CSV have all. */
  most?: number | undefined
}

export const describeRows = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: Omit<Table, 'name' | 'columns' | 'rows' | 'isChosen'> & { isChosen?: (row: Row) => boolean } = {},
): Table => ({ name, columns, rows, ...options }) as unknown as Table
