import { Link } from '~/ui/link'
import { findTone } from '../views/state-tone'
import type { CellView, TableView } from '../views/view'
import './record.css'
import '../views/desk.css'

/** Newest event first. The columns of `table`: when, what, state, text (app/operations/timeline.ts). */
export const Timeline = ({ table: { rows, words } }: { table: TableView }) => (
  <section className="desk-panel" aria-labelledby="timeline-title">
    <h2 id="timeline-title">Timeline</h2>
    <ol className="desk-timeline">
      {rows.map(([when, what, state, text], i) => (
        <li key={i}>
          <span className="muted text-small">{when!.text}</span>{' '}
          <span>
            <What cell={what!} />{' '}
            {state!.text && (
              <span className={`desk-state desk-state-${findTone(state!.text)}`}>{state!.text}</span>
            )}
          </span>{' '}
          <span className="desk-words">{text!.text}</span>
        </li>
      ))}
    </ol>
    {words && <p className="muted">{words}</p>}
  </section>
)

const What = ({ cell: { text, to } }: { cell: CellView }) => (to ? <Link to={to}>{text}</Link> : <>{text}</>)
