import { deskMessages } from '~/messages/desk'
import { usePage } from '~/components/ui/page-context'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { DataTable } from '../data-table'
import { formatFormName } from '~/http/desk/views/labels'
import { OperationFields } from '../operation-fields'
import { findOtherAction, OperationForm } from '../operation-form'
import { Panel } from '../panel'
import { buildOperationPath, buildProofPath } from '~/http/desk/views/paths'
import { StateMark } from '../state'
import type { FormView } from '~/http/desk/views/read-form.server'
import type { TableView } from '~/http/desk/views/view'
import './record.css'

/** The columns of `messages`: when, by, step, text (app/desk/claim-columns.ts). */
export const ClaimThread = ({ messages }: { messages: TableView }) => (
  <Panel id="thread" title="What was written">
    <ol className="desk-thread">
      {messages.rows.map(([when, by, step, text], i) => (
        <li key={i} className={`desk-message desk-message-${by!.text}`}>
          <p className="muted text-small">
            {by!.text === 'member' ? 'The member' : 'We'}, {when!.text} <StateMark text={step!.text} />
          </p>
          {text!.text && <p className="desk-record-text">{text!.text}</p>}
        </li>
      ))}
    </ol>
  </Panel>
)

/** The columns of `proofs`: number, type, bytes, when. The job `claims proof` takes a proof out and logs it. */
export const ClaimProofs = ({ proofs }: { proofs: TableView }) => (
  <Panel id="proofs" title="From the member: open with care">
    <p className="muted">Nobody has checked these files. Each opening is logged. {deskMessages.code.apart}</p>
    <ul className="desk-topics">
      {proofs.rows.map(([id, media, bytes, when]) => (
        <li key={id!.text}>
          <OperationForm form="operation" action={buildOperationPath('claims proof')} className="desk-proof">
            <input type="hidden" name={formatFormName('id')} value={id!.text} />
            <span>
              {media!.text}, {Math.ceil(Number(bytes!.text) / 1024)} kB, {when!.text}
            </span>{' '}
            <Submit className="button" whenBusy="Looking…">
              Take out proof {id!.text}
            </Submit>
          </OperationForm>
          <ProofFrame id={id!.text} isPicture={media!.text !== 'pdf'} />
        </li>
      ))}
    </ul>
  </Panel>
)

/** The answer is a file, which scripts do not read: a plain form. The frame runs, loads and sends nothing. */
function ProofFrame({ id, isPicture }: { id: string; isPicture: boolean }) {
  const { csrf } = usePage()
  const frame = `proof-${id}`
  return (
    <details className="desk-reply">
      <summary>Look at proof {id}</summary>
      <form method="post" action={buildProofPath(id)} target={frame} rel="noopener" className="desk-links">
        {csrf && <input type="hidden" name="csrf" value={csrf} />}
        {isPicture && <button className="button button-primary">Show it here</button>}{' '}
        <button className="button" name="apart" value="yes" formTarget="_blank">
          Open apart
        </button>
      </form>
      {isPicture ? (
        <iframe className="desk-frame" sandbox="" name={frame} title={`Proof ${id}`} />
      ) : (
        <p className="muted">A browser shows no PDF in such a frame.</p>
      )}
    </details>
  )
}

/** What a claimed order is compared with before it is credited. */
export const ClaimSales = ({ sales }: { sales: readonly TableView[] }) => (
  <section className="desk-panel" aria-label="Reported sales to compare">
    {sales.map((table) => (
      <DataTable key={table.name} table={table} label={table.name} />
    ))}
  </section>
)

/** Previewed like every change. If somebody has answered since the page was opened, it is refused or previewed again. */
export function ClaimAnswer({ form: { path, fields, version } }: { form: FormView }) {
  const [id, kind, text] = ['id', 'kind', 'text'].map((name) => fields.find((field) => field.name === name)!)
  return (
    <Panel id="answer" title="Answer">
      <OperationForm id="answer" form="operation" action={path} {...findOtherAction(fields)}>
        <input type="hidden" name={formatFormName('id')} value={id!.value} />
        {version && <input type="hidden" name="version" value={version} />}
        <OperationFields fields={[kind!, text!]} isPosted />
        <Submit whenBusy="Looking…">Preview</Submit>
      </OperationForm>
      <p className="desk-links">
        <Link to={buildOperationPath('snippets list')} className="button">
          {deskMessages.snippets.edit}
        </Link>
      </p>
    </Panel>
  )
}
