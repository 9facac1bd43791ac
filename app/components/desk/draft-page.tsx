import { deskMessages } from '~/messages/desk'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { AnswerParts, AnswerFacts, LinkList } from './answer-view'
import { LogLink, DraftOutcome } from './draft-outcome'
import { InputForm } from './form-page'
import { OperationForm } from './operation-form'
import { PageHead } from './page-head'
import { Panel } from './panel'
import type { DraftView as Page } from '~/http/desk/views/read-draft.server'

export function DraftPage({ page }: { page: Page }) {
  const { preview, result, refusal } = page
  return (
    <>
      <PageHead {...page} />
      {refusal && (
        <div className="desk-refusal" role="alert">
          <p>{refusal.message}</p>
          {refusal.details.length > 0 && (
            <ul>
              {refusal.details.map((detail, i) => (
                <li key={i}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <LinkList links={page.helps} label="What helps" />
      {result ? (
        <DraftOutcome page={page} result={result} />
      ) : (
        preview && <Preview page={page} preview={preview} />
      )}
      {!result && <Input page={page} />}
    </>
  )
}

function Preview({ page, preview }: { page: Page; preview: NonNullable<Page['preview']> }) {
  const { unconfirmed, differences, title, frame, logId } = page
  const { answer, present, consent, isEmpty } = preview
  return (
    <Panel
      id="preview"
      title={logId === undefined ? 'Preview: nothing is done yet' : 'It was interrupted'}
      className="desk-panel desk-preview"
    >
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
          <AnswerFacts facts={present} />
        </details>
      )}
      <AnswerParts answer={{ ...answer, next: [] }} label={title} />
      {frame && <iframe className="desk-frame" sandbox="" src={frame.path} title={frame.title} />}
      {isEmpty ? (
        <p>{deskMessages.draft.nothing}</p>
      ) : (
        logId === undefined && <Confirm page={page} consent={consent} effect={answer.effect} />
      )}
    </Panel>
  )
}

const Confirm = ({ page, consent, effect }: { page: Page; consent: string; effect: string | undefined }) => (
  <OperationForm form="confirm" action={page.confirmPath} className="desk-confirm">
    <input type="hidden" name="consent" value={consent} />
    <Submit whenBusy="Working…">{effect}</Submit>
  </OperationForm>
)

const AfterInterruption = ({ page: { path, title }, logId }: { page: Page; logId: number }) => (
  <p className="desk-links">
    <Link to={path} className="button">
      {title}: another one
    </Link>{' '}
    <LogLink logId={logId} />
  </p>
)

const Input = ({ page }: { page: Page }) => (
  <details className="desk-panel" open={page.hasErrors || !page.preview}>
    <summary>{page.preview ? 'Change what you typed' : 'What you typed'}</summary>
    <InputForm page={page} draft={page.id} />
  </details>
)
