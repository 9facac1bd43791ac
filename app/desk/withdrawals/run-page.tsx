import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { Spaced } from '~/ui/spaced'
import { Submit } from '~/ui/submit'
import { LinkList, TableCell } from '../views/answer-view'
import { writeFormName } from '../views/labels'
import { writeOperationPath } from '../views/paths'
import type { Run, RunRow } from './read-run.server'
import '../views/desk.css'

/** One page to pay out: what is ready, with a sum; what is left out, with its reason; what is on its way. */
export const RunPage = ({ run, mayApprove }: { run: Run; mayApprove: boolean }) => (
  <>
    <section className="desk-panel" aria-labelledby="ready-title">
      <h2 id="ready-title">Ready: {run.sum}</h2>
      {run.isCut && (
        <p className="muted">These are the newest 200 requests; older ones follow when these are done.</p>
      )}
      {!run.ready.length ? (
        <p className="muted">No withdrawal is ready.</p>
      ) : mayApprove ? (
        <PostForm
          form="operation"
          action={writeOperationPath('withdrawals approve')}
          className="form"
          whenFailed={deskMessages.draft.failed}
        >
          <Rows rows={run.ready} heads={run.heads} label="Ready" isChosen />
          <Submit whenBusy="Looking…">Preview the approval of the chosen ones</Submit>
        </PostForm>
      ) : (
        <Rows rows={run.ready} heads={run.heads} label="Ready" />
      )}
    </section>
    {run.leftOut.length > 0 && (
      <section className="desk-panel" aria-labelledby="left-title">
        <h2 id="left-title">Left out</h2>
        <Rows rows={run.leftOut} heads={run.heads} label="Left out" />
      </section>
    )}
    <section className="desk-panel" aria-labelledby="way-title">
      <h2 id="way-title">After the approval</h2>
      <ul className="desk-topics">
        {run.waiting.map(({ title, count, to }) => (
          <li key={title}>
            <Link to={to}>{title}</Link>: {count}
          </li>
        ))}
      </ul>
      {mayApprove && <LinkList links={STEPS} label="Steps" />}
    </section>
  </>
)

const STEPS = [
  { title: 'Make a bank file', to: writeOperationPath('withdrawals export') },
  { title: 'Read the bank’s file', to: writeOperationPath('withdrawals import') },
  { title: 'Note a returned payment', to: writeOperationPath('withdrawals returned') },
]

interface RowsProps {
  rows: readonly RunRow[]
  heads: Run['heads']
  label: string
  isChosen?: boolean
}

function Rows({ rows, heads, label, isChosen = false }: RowsProps) {
  const hasReasons = rows.some(({ reasons }) => reasons.length > 0)
  return (
    <div className="desk-table">
      {/* Scrolls by keyboard, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="desk-scroll" tabIndex={0} aria-label={`${label}, table`}>
        <table>
          <thead>
            <tr>
              {isChosen && <th scope="col">Pay</th>}
              {heads.map(({ title, isNumeric }, i) => (
                <th key={i} scope="col" className={isNumeric ? 'desk-number' : undefined}>
                  {title}
                </th>
              ))}
              {hasReasons && <th scope="col">Why</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells, reasons }) => (
              <tr key={id}>
                {isChosen && (
                  <td>
                    <input
                      type="checkbox"
                      className="desk-choice"
                      name={writeFormName('ids')}
                      value={id}
                      defaultChecked
                      aria-label={`Withdrawal ${id}`}
                    />
                  </td>
                )}
                {cells.map((cell, i) => (
                  <TableCell key={i} cell={cell} isNumeric={heads[i]!.isNumeric} />
                ))}
                {hasReasons && (
                  <td>
                    <Spaced>{reasons.map((reason) => `${reason}.`)}</Spaced>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
