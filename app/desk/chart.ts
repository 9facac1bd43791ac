/** Pictures of figures, beside the table that has the same numbers. A terminal shows the table alone. */
export interface ChartLine {
  label: string
  /** What its end says: 'Rs. 1,200.00 so far'. */
  words: string
  values: readonly bigint[]
}

export interface Bar {
  label: string
  words: string
  value: bigint
}

export type Chart =
  /** Two lines from the first day of a month; the second one is the month before. */
  | {
      kind: 'lines'
      name: string
      title: string
      lines: readonly [now: ChartLine, before: ChartLine]
      ends: readonly [string, string]
    }
  /** One bar a period, from left to right. */
  | { kind: 'columns'; name: string; title: string; words: string; bars: readonly Bar[] }
  /** One bar a row, with its number. */
  | { kind: 'bars'; name: string; title: string; bars: readonly Bar[] }
