import { sheetLine } from '~/platform/formats/csv'
import { formatCell, maskCell, toJsonCell, toSheetCell, type CellValue, type CellReader } from './cells'
import type { Column, Fact, Table } from './columns'

interface Place {
  only?: 'screen' | 'data' | undefined
}

export const isOnScreen = ({ only }: Place): boolean => only !== 'data'
export const isInData = ({ only }: Place): boolean => only !== 'screen'

export const showCell = <Row>({ kind, screen, value }: Column<Row>, row: Row, reader: CellReader): string =>
  formatCell(kind, maskCell(kind, (screen ?? value)(row), reader))

export const showFact = (fact: Fact, reader: CellReader): string =>
  formatCell(fact.kind, maskCell(fact.kind, 'screen' in fact ? fact.screen : fact.value, reader))

const readCell = <Row>({ kind, value }: Column<Row>, row: Row, reader: CellReader): CellValue =>
  maskCell(kind, value(row), reader)

/** Times are those of India, which their heads say. */
export const formatCsvHead = (columns: readonly Column<never>[]): string =>
  sheetLine(columns.filter(isInData).map(({ name, kind }) => (kind === 'time' ? `${name} (IST)` : name)))

export const formatCsvRow = <Row>(columns: readonly Column<Row>[], row: Row, reader: CellReader): string =>
  sheetLine(columns.filter(isInData).map((column) => toSheetCell(column.kind, readCell(column, row, reader))))

export const toJsonRow = <Row>(columns: readonly Column<Row>[], row: Row, reader: CellReader) =>
  Object.fromEntries(
    columns
      .filter(isInData)
      .map((column) => [column.name, toJsonCell(column.kind, readCell(column, row, reader))]),
  )

export const splitTotal = ({ rows, hasTotal }: Table): { rows: readonly never[]; total: readonly never[] } =>
  hasTotal ? { rows: rows.slice(0, -1), total: rows.slice(-1) } : { rows, total: [] }
