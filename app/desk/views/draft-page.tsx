import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { Submit } from '~/ui/submit'
import type { Result } from '../drafts/draft'
import { AnswerView, Facts, Words } from './answer-view'
import { InputForm } from './form-page'
import { PageHead } from './page-head'
import { writeOperationPath } from './paths'
import type { DraftPage as Page } from './read-draft.server'
import './desk.css'

export function DraftPage({ page }: { page: Page }) {
  const { preview, result, refusal } = page
  return (
    <>
      <PageHead {...page} />
      {refusal && (
        <div className="desk-refusal" role="alert">
          <p>
            <Words text={refusal.message} />
          </p>
          {refusal.details.length > 0 && (
            <ul>
              {refusal.details.map((detail, i) => (
                <li key={i}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {result ? (
        <Outcome page={page} result={result} />
      ) : (
        preview && <Preview page={page} preview={preview} />
      )}
      {!result && <Input page={page} />}
      <details className="desk-panel">
        <summary>On the command line</summary>
        <p>
          <code>{page.command}</code>
        </p>
      </details>
    </>
  )
}

function Preview({ page, preview }: { page: Page; preview: NonNullable<Page['preview']> }) {
  const { unconfirmed, differences, title, frame, logId } = page
  const { answer, present, consent, isEmpty } = preview
  return (
    <section className="desk-panel desk-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">
        {logId === undefined ? 'Preview: nothing is done yet' : 'It was interrupted'}
      </h2>
      {unconfirmed && (
        <div className="desk-refusal" role="alert">
          <p>{deskMessages.draft[unconfirmed]}</p>
          {differences.length > 0 && (
            <ul>
              {differences.map((difference, i) => (
                <li key={i}>{difference}</li>
              ))}
            </ul>
          )}
          {logId !== undefined && <AfterInterruption page={page} logId={logId} />}
        </div>
      )}
      <p className="desk-lead">{answer.effect}.</p>
      {present && present.length > 0 && (
        <details open={unconfirmed === 'changed'}>
          <summary>Now</summary>
          <Facts facts={present} />
        </details>
      )}
      <AnswerView answer={{ ...answer, next: [] }} label={title} />
      {frame && <iframe className="desk-frame" sandbox="" src={frame.path} title={frame.title} />}
      {isEmpty ? (
        <p>{deskMessages.draft.nothing}</p>
      ) : (
        logId === undefined && <Confirm page={page} consent={consent} effect={answer.effect} />
      )}
    </section>
  )
}

const Confirm = ({ page, consent, effect }: { page: Page; consent: string; effect: string | undefined }) => (
  <PostForm
    form="confirm"
    action={page.confirmPath}
    className="desk-confirm"
    whenFailed={deskMessages.draft.failed}
  >
    <input type="hidden" name="consent" value={consent} />
    <Submit whenBusy="Working…">{effect}</Submit>
  </PostForm>
)

const AfterInterruption = ({ page: { path, title }, logId }: { page: Page; logId: number }) => (
  <p className="desk-links">
    <Link to={path} className="button">
      {title}: another one
    </Link>{' '}
    <LogLink logId={logId} />
  </p>
)

const LogLink = ({ logId }: { logId: number }) => (
  <Link to={writeOperationPath('log show', { id: logId })} className="button">
    Entry {logId} of the log
  </Link>
)

const Input = ({ page }: { page: Page }) => (
  <details className="desk-panel" open={page.hasErrors || !page.preview}>
    <summary>{page.preview ? 'Change what you typed' : 'What you typed'}</summary>
    <InputForm page={page} draft={page.id} />
  </details>
)

function Outcome({ page, result }: { page: Page; result: Result }) {
  const { path, title, files, preview } = page
  return (
    <section className="desk-panel desk-outcome" aria-labelledby="outcome-title">
      <h2 id="outcome-title">{HEADINGS[result.state]}</h2>
      <p className="desk-lead">
        {result.state === 'done' ? describeDone(page, result) : WORDS[result.state]}
      </p>
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
    </section>
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
      <Link to={writeOperationPath('approvals list')} className="button">
        What waits for a second person
      </Link>
    )
  return <LogLink logId={result.logId} />
}
