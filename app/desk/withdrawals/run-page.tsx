import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { Submit } from '~/ui/submit'
import { DataTable, LinkList } from '../views/answer-view'
import { writeOperationPath } from '../views/paths'
import type { Run } from './read-run.server'
import '../views/desk.css'

export const RunPage = ({ run, mayApprove }: { run: Run; mayApprove: boolean }) => (
  <>
    <section className="desk-panel" aria-labelledby="ready-title">
      <h2 id="ready-title">Ready: {run.sum}</h2>
      {run.isCut && (
        <p className="muted">These are the newest 200 requests; older ones follow when these are done.</p>
      )}
      {mayApprove && run.ready.rows.length > 0 ? (
        <PostForm
          form="operation"
          action={writeOperationPath('withdrawals approve')}
          className="form"
          whenFailed={deskMessages.draft.failed}
        >
          <DataTable table={run.ready} label="Ready" />
          <Submit whenBusy="Looking…">Preview the approval of the chosen ones</Submit>
        </PostForm>
      ) : (
        <DataTable table={{ ...run.ready, choice: undefined }} label="Ready" />
      )}
    </section>
    {run.leftOut.rows.length > 0 && (
      <div className="desk-panel">
        <DataTable table={run.leftOut} label="Left out" />
      </div>
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
