import { deskMessages } from '~/messages/desk'
import { Link } from '~/ui/link'
import type { Result } from '../drafts/draft'
import { AnswerView, Facts } from './answer-view'
import { Panel } from './panel'
import { writeOperationPath } from './paths'
import type { DraftPage as Page } from './read-draft.server'

export function Outcome({ page, result }: { page: Page; result: Result }) {
  const { path, title, files, preview } = page
  return (
    <Panel id="outcome" title={HEADINGS[result.state]} className="desk-panel desk-outcome">
      <p className="desk-lead">
        {result.state === 'done' ? describeDone(page, result) : WORDS[result.state]}
      </p>
      {result.state === 'waits' && result.wait && <p className="desk-note">{result.wait}</p>}
      {result.state === 'done' && result.answer && <AnswerView answer={result.answer} label={title} />}
      {result.state === 'done' && !result.answer && preview && <Facts facts={preview.answer.facts} />}
      {files.length > 0 && (
        <p className="desk-links">
          {files.map(({ title: name, to }) => (
            <a key={to} href={to} className="button button-primary" download>
              Download {name}
            </a>
          ))}
        </p>
      )}
      <p className="desk-links">
        <Link to={path} className="button">
          {title}: another one
        </Link>{' '}
        <ResultLink result={result} />
      </p>
    </Panel>
  )
}

const describeDone = ({ preview }: Page, { answer }: Extract<Result, { state: 'done' }>) =>
  `${answer?.effect ?? preview?.answer.effect ?? ''}.`

const HEADINGS: Record<Result['state'], string> = {
  done: 'Done',
  queued: 'The worker does it',
  waits: 'It waits for a second person',
}

const WORDS: Record<Exclude<Result['state'], 'done'>, string> = {
  queued: deskMessages.draft.queued,
  waits: deskMessages.draft.waits,
}

function ResultLink({ result }: { result: Result }) {
  if (result.state === 'queued')
    return (
      <Link to={writeOperationPath('jobs show', { id: result.job })} className="button">
        Job {result.job}
      </Link>
    )
  if (result.state === 'waits')
    return (
      <Link to={writeOperationPath('approvals show', { id: result.approval })} className="button">
        Approval {result.approval}
      </Link>
    )
  return <LogLink logId={result.logId} />
}

export const LogLink = ({ logId }: { logId: number }) => (
  <Link to={writeOperationPath('log show', { id: logId })} className="button">
    Entry {logId} of the log
  </Link>
)
