import { Link } from '~/components/ui/link'
import { Panel } from '../panel'
import { StateMark } from '../state'
import type { CellView, TableView } from '~/http/desk/views/view'
import './record.css'

/** Newest event first. The columns of `table`: when, what, state, text (app/desk/timeline.ts). */
export const Timeline = ({ table: { rows, words } }: { table: TableView }) => (
  <Panel id="timeline" title="Timeline">
    <ol className="desk-timeline">
      {rows.map(([when, what, state, text], i) => (
        <li key={i}>
          <span className="muted text-small">{when!.text}</span>{' '}
          <span>
            <What cell={what!} /> <StateMark text={state!.text} />
          </span>{' '}
          <span className="desk-record-text">{text!.text}</span>
        </li>
      ))}
    </ol>
    {words && <p className="muted">{words}</p>}
  </Panel>
)

const What = ({ cell: { text, to } }: { cell: CellView }) => (to ? <Link to={to}>{text}</Link> : <>{text}</>)
