import { ChosenForm } from '../chosen-form'
import { DataTable } from '../data-table'
import { formatFormName } from '~/http/desk/views/labels'
import type { ChosenView } from '~/http/desk/views/chosen.server'
import type { TableView } from '~/http/desk/views/view'
import '../desk.css'

/** Where something can be done with its rows, one press is for all that are chosen at first. */
export const TablePanel = ({ table, chosen }: { table: TableView; chosen: ChosenView | null }) => (
  <div className="desk-panel">
    <ChosenForm chosen={chosen}>
      <DataTable table={chosen ? withChoice(table) : table} label={table.name} />
    </ChosenForm>
  </div>
)

const withChoice = (table: TableView): TableView => ({
  ...table,
  choice: {
    name: formatFormName('ids'),
    head: 'Choose',
    values: table.rows.map(([first]) => first!.text),
    isChecked: table.chosen ?? table.rows.map(() => true),
  },
})
