import { csvLine } from '~/formats/csv'
import { maskCell, toSheetCell, type Reader } from './cells'
import type { Column } from './columns'

type AnyColumn = Column<never>

const inData = ({ only }: AnyColumn) => only !== 'screen'

/** Times are those of India, which their heads say. */
export const csvHead = (columns: readonly AnyColumn[]): string =>
  csvLine(columns.filter(inData).map(({ name, kind }) => (kind === 'time' ? `${name} (IST)` : name)))

export const csvRow = (columns: readonly AnyColumn[], row: never, reader: Reader): string =>
  csvLine(
    columns
      .filter(inData)
      .map((column) => toSheetCell(column.kind, maskCell(column.kind, column.value(row), reader))),
  )
