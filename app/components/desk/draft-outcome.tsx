import { deskMessages } from '~/messages/desk'
import { Link } from '~/components/ui/link'
import type { Result } from '~/http/desk/drafts/draft'
import { AnswerParts, AnswerFacts, LookAgain, Problems } from './answer-view'
import { Panel } from './panel'
import { NextLinks } from './queue-place'
import { buildOperationPath } from '~/http/desk/views/paths'
import type { DraftView as Page, FileView, JobView } from '~/http/desk/views/read-draft.server'

export function DraftOutcome({ page, result }: { page: Page; result: Result }) {
  const { path, title, files, preview, job, followUp } = page
  if (job?.end) return <JobOutcome page={page} job={job} end={job.end} />
  return (
    <Panel id="outcome" title={HEADINGS[result.state]} className="desk-panel desk-outcome">
      <p className="desk-lead">
        {result.state === 'done' ? describeDone(page, result) : WORDS[result.state]}
      </p>
      {job && <LookAgain>{job.progress}</LookAgain>}
      {result.state === 'waits' && result.wait && <p className="desk-note">{result.wait}</p>}
      {result.state === 'done' && result.answer && <AnswerParts answer={result.answer} label={title} />}
      {result.state === 'done' && !result.answer && preview && <AnswerFacts facts={preview.answer.facts} />}
      {files.some(({ to }) => to) && <p className="desk-note">{deskMessages.draft.once}</p>}
      {files.map((file) => (
        <File key={file.title} file={file} />
      ))}
      <NextLinks followUp={followUp} form={{ title, to: path }}>
        {result.state === 'done' && result.answer?.record && (
          <Link to={result.answer.record.to} className="button button-primary">
            {result.answer.record.title}
          </Link>
        )}{' '}
        <ResultLink result={result} />
      </NextLinks>
    </Panel>
  )
}

const File = ({ file: { title, to, fetchedAt } }: { file: FileView }) => (
  <p className="desk-links">
    {to ? (
      <a href={to} className="button button-primary">
        Download {title}
      </a>
    ) : fetchedAt ? (
      `${title} was downloaded: ${fetchedAt}.`
    ) : (
      `${title} was here for an hour.`
    )}
  </p>
)

interface JobOutcomeProps {
  page: Page
  job: JobView
  end: NonNullable<JobView['end']>
}

const JobOutcome = ({ page: { path, title, followUp }, job: { id }, end }: JobOutcomeProps) => (
  <Panel id="outcome" title={`Job ${id}: ${end.outcome}`} className="desk-panel desk-outcome">
    {end.effect && <p className="desk-lead">{end.effect}.</p>}
    <Problems problems={end.problems} />
    <NextLinks followUp={followUp} form={{ title, to: path }}>
      <Link to={buildOperationPath('jobs show', { id })} className="button">
        Job {id}
      </Link>
    </NextLinks>
  </Panel>
)

const describeDone = ({ preview }: Page, { answer }: Extract<Result, { state: 'done' }>) =>
  `${answer?.effect || preview?.answer.effect || ''}.`

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
      <Link to={buildOperationPath('jobs show', { id: result.job })} className="button">
        Job {result.job}
      </Link>
    )
  if (result.state === 'waits')
    return (
      <Link to={buildOperationPath('approvals show', { id: result.approval })} className="button">
        Approval {result.approval}
      </Link>
    )
  return <LogLink logId={result.logId} />
}

export const LogLink = ({ logId }: { logId: number }) => (
  <Link to={buildOperationPath('log show', { id: logId })} className="button">
    Entry {logId} of the log
  </Link>
)
