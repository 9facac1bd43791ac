import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { LinkList } from './answer-view'
import { ChosenForm } from './chosen-form'
import { DataTable } from './data-table'
import { OperationForm } from './operation-form'
import { Panel } from './panel'
import { buildOperationPath } from '~/http/desk/views/paths'
import type { Run } from '~/http/desk/read-run.server'

export const RunPage = ({ run, mayApprove }: { run: Run; mayApprove: boolean }) => (
  <>
    <Panel id="ready" title={<>Ready: {run.sum}</>}>
      {run.isCut && (
        <p className="muted">These are the newest 200 requests; older ones follow when these are done.</p>
      )}
      {mayApprove && run.ready.rows.length > 0 ? (
        <OperationForm form="operation" action={buildOperationPath('withdrawals approve')} className="form">
          <DataTable table={run.ready} label="Ready" />
          <p className="desk-links">
            {run.isByBank && (
              <button className="button button-primary" formAction={buildOperationPath('withdrawals export')}>
                Preview the approval with the bank file
              </button>
            )}{' '}
            <Submit className={run.isByBank ? 'button' : undefined} whenBusy="Looking…">
              Preview the approval of the chosen ones
            </Submit>
          </p>
        </OperationForm>
      ) : (
        <DataTable table={{ ...run.ready, choice: undefined }} label="Ready" />
      )}
    </Panel>
    {run.leftOut.rows.length > 0 && (
      <div className="desk-panel">
        <ChosenForm chosen={run.chosen}>
          <DataTable
            table={run.chosen ? run.leftOut : { ...run.leftOut, choice: undefined }}
            label="Left out"
          />
        </ChosenForm>
      </div>
    )}
    <Panel id="way" title="After the approval">
      <ul className="desk-topics">
        {run.waiting.map(({ title, count, to }) => (
          <li key={title}>
            {to === null ? title : <Link to={to}>{title}</Link>}: {count}
          </li>
        ))}
      </ul>
      {mayApprove && <LinkList links={STEPS} label="Steps" />}
    </Panel>
  </>
)

const STEPS = [
  { title: 'Make a bank file', to: buildOperationPath('withdrawals export') },
  { title: 'Read the bank’s file', to: buildOperationPath('withdrawals import') },
  { title: 'Note a returned payment', to: buildOperationPath('withdrawals returned') },
]
