/** What the pages of the desk show: texts that are masked for their reader already. */
import type { CellKind } from '~/desk/cells'
import type { ChartView } from './chart-view'

export interface CellView {
  text: string
  kind: CellKind
  to?: string | undefined
}

export interface FactView extends CellView {
  name: string
  title: string
  isOnce?: true | undefined
}

export interface HeadView {
  title: string
  isNumeric: boolean
  /** Sorts the list by this column. */
  to?: string | undefined
  sorted?: 'ascending' | 'descending' | undefined
}

export interface TableView {
  name: string
  title?: string | undefined
  heads: readonly HeadView[]
  rows: readonly (readonly CellView[])[]
  hasTotal: boolean
  /** Checkboxes before the rows: the name in the form, and the value of each row; '': it has none. */
  choice?:
    { name: string; head: string; values: readonly string[]; isChecked: readonly boolean[] } | undefined
  /** Which rows are chosen at first, where something can be done with several; without it: all. */
  chosen?: readonly boolean[] | undefined
  words?: string | undefined
}

export interface LinkView {
  title: string
  to: string
}

/** Links lead to the forms that help, filled in as far as their input is known. */
export interface HintView {
  text: string
  links: readonly LinkView[]
}

export interface AnswerView {
  title?: string | undefined
  effect?: string | undefined
  facts: readonly FactView[]
  tables: readonly TableView[]
  charts?: readonly ChartView[] | undefined
  picture?: { src: string; alt: string } | undefined
  notes: readonly HintView[]
  problems: readonly HintView[]
  next: readonly LinkView[]
  /** The record that a change was about. */
  record?: LinkView | undefined
  namesNext?: boolean | undefined
  isPending?: boolean | undefined
}
