import { Form } from '@remix-run/react'
import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { Submit } from '~/ui/submit'
import { RecordPage } from '../records/record-page'
import { AnswerView, DataTable, LinkList, Notes, Words } from './answer-view'
import { writeFormName } from './labels'
import { OperationFields } from './operation-fields'
import { PageHead } from './page-head'
import type { ReadingPage as Page } from './show-reading.server'
import './desk.css'

export function ReadingPage({ page }: { page: Page }) {
  const { title, summary, topic, reading, refusal, next } = page
  const isFiltered = page.fields.some(({ value, error }) => value || error)
  const isWanted = page.fields.some(({ isRequired }) => isRequired)
  return (
    <>
      <PageHead title={writeHeading(page)} summary={summary} topic={topic} />
      {page.fields.length > 0 && (
        <details className="desk-panel" open={!reading || (isFiltered && !isWanted)}>
          <summary>{isWanted ? 'Another one' : 'Filter'}</summary>
          <Fields page={page} />
        </details>
      )}
      {refusal && (
        <p className="desk-refusal" role="alert">
          <Words text={refusal} />
        </p>
      )}
      {reading?.kind === 'answer' && page.byHand ? (
        <>
          <RecordPage title={title} answer={reading.answer} byHand={page.byHand} next={next} />
          <Foot page={page} />
        </>
      ) : (
        reading && (
          <div className="desk-panel">
            {reading.kind === 'list' ? (
              <>
                <DataTable table={reading.table} label={title} />
                <Notes notes={reading.notes} />
              </>
            ) : (
              <AnswerView answer={reading.answer} label={title} />
            )}
            <Foot page={page} />
          </div>
        )
      )}
      {page.agreePath && (
        <PostForm
          form="agree"
          action={page.agreePath}
          className="desk-confirm"
          whenFailed={deskMessages.draft.failed}
        >
          <Submit>Look at it and agree</Submit>
        </PostForm>
      )}
      {!page.byHand && <LinkList links={next} label="What can be done" />}
    </>
  )
}

function writeHeading({ title, byHand, reading }: Page): string {
  const number =
    byHand && reading?.kind === 'answer' && reading.answer.facts.find(({ name }) => name === 'id')
  return number ? `${title} ${number.text}` : title
}

const Fields = ({ page: { fields, isPrivate, path } }: { page: Page }) =>
  isPrivate ? (
    <PostForm form="reading" action={path} className="form desk-form" whenFailed={deskMessages.draft.failed}>
      <OperationFields fields={fields} isPosted />
      <Submit>Show</Submit>
    </PostForm>
  ) : (
    <Form method="get" action={path} className="form desk-form">
      <OperationFields fields={fields} />
      <button className="button button-primary">Show</button>
    </Form>
  )

function Foot({ page: { more, csv, uncovers, fields, path } }: { page: Page }) {
  if (!more && !csv && !uncovers) return null
  return (
    <div className="desk-foot">
      {more && (
        <Link to={more} className="button">
          More
        </Link>
      )}{' '}
      {csv && (
        <a href={csv} className="button" download>
          Download as CSV
        </a>
      )}{' '}
      {uncovers && (
        <PostForm
          form="uncover"
          action={path}
          className="desk-confirm"
          whenFailed={deskMessages.draft.failed}
        >
          <input type="hidden" name="show" value="yes" />
          {fields.map(
            ({ name, value }) =>
              value && <input key={name} type="hidden" name={writeFormName(name)} value={value} />,
          )}
          <Submit className="button">{`Show ${uncovers}`}</Submit>
        </PostForm>
      )}
    </div>
  )
}
