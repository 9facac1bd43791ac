import { Form } from '@remix-run/react'
import { Link } from '~/components/ui/link'
import { usePage } from '~/components/ui/page-context'
import { Submit } from '~/components/ui/submit'
import { RecordPage } from './records/record-page'
import { AnswerParts, HintText, LinkList, Notes } from './answer-view'
import { ChosenForm } from './chosen-form'
import { DataTable } from './data-table'
import { formatFormName } from '~/http/desk/views/labels'
import { FilterKeeping, FilterLinks } from './list-filters'
import { OperationFields } from './operation-fields'
import { findFormEncoding, OperationForm } from './operation-form'
import { PageHead } from './page-head'
import { QueueLinks } from './queue-place'
import type { FramedReading as Page } from '~/http/desk/views/show-reading.server'
import type { LinkView } from '~/http/desk/views/view'

export function ReadingPage({ page }: { page: Page }) {
  const { title, summary, topic, reading, refusal, next } = page
  const isFiltered = page.fields.some(({ value, error }) => value || error)
  const isWanted = page.fields.some(({ isRequired }) => isRequired)
  return (
    <>
      <PageHead title={formatHeading(page)} summary={summary} topic={topic} />
      {page.queue && <QueueLinks queue={page.queue} />}
      {page.filters && <FilterLinks filters={page.filters} />}
      {page.fields.length > 0 && (
        <details className="desk-panel" open={!reading || (isFiltered && !isWanted)}>
          <summary>{isWanted ? 'Another one' : 'Filter'}</summary>
          <Fields page={page} />
          {page.filters && <FilterKeeping filters={page.filters} />}
        </details>
      )}
      {refusal && (
        <p className="desk-refusal" role="alert">
          <HintText hint={refusal} />
        </p>
      )}
      {reading?.kind === 'answer' && page.extras ? (
        <>
          <RecordPage title={title} answer={reading.answer} extras={page.extras} next={next} />
          <Foot page={page} />
        </>
      ) : (
        reading && (
          <div className="desk-panel">
            {reading.kind === 'list' ? (
              <>
                <ChosenForm chosen={reading.chosen} all={page.all}>
                  <DataTable table={reading.table} label={title} />
                </ChosenForm>
                <LinkList links={reading.starts} label="From here" hasMain />
                <Notes notes={reading.notes} />
              </>
            ) : (
              <AnswerParts
                answer={reading.answer}
                label={title}
                actions={page.isRecord && <Actions page={page} links={reading.answer.next} />}
              />
            )}
            <Foot page={page} />
          </div>
        )
      )}
    </>
  )
}

const Actions = ({
  page: { next, agreePath, undoPath },
  links,
}: {
  page: Page
  links: readonly LinkView[]
}) => (
  <>
    <LinkList links={links} label="What could come next" />
    <LinkList links={next} label="What can be done" />
    {agreePath && (
      <OperationForm form="agree" action={agreePath} className="desk-confirm">
        <Submit>Look at it and agree</Submit>
      </OperationForm>
    )}
    {undoPath && (
      <OperationForm form="undo" action={undoPath} className="desk-confirm">
        <Submit className="button">Undo</Submit>
      </OperationForm>
    )}
  </>
)

function formatHeading({ title, extras, reading }: Page): string {
  const number =
    extras && reading?.kind === 'answer' && reading.answer.facts.find(({ name }) => name === 'id')
  return number ? `${title} ${number.text}` : title
}

const Fields = ({ page: { fields, isPosted, path } }: { page: Page }) =>
  isPosted ? (
    <OperationForm form="reading" action={path} {...findFormEncoding(fields)}>
      <OperationFields fields={fields} isPosted />
      <Submit>Show</Submit>
    </OperationForm>
  ) : (
    <Form method="get" action={path} className="form desk-form">
      <OperationFields fields={fields} />
      <button className="button button-primary">Show</button>
    </Form>
  )

/** The answer is a file, which scripts do not read: a plain form. */
function Download({ action }: { action: string }) {
  const { csrf } = usePage()
  return (
    <form method="post" action={action}>
      {csrf && <input type="hidden" name="csrf" value={csrf} />}
      <button className="button">Download as CSV</button>
    </form>
  )
}

function Foot({ page: { more, csv, uncovers, fields, path } }: { page: Page }) {
  if (!more && !csv && !uncovers) return null
  return (
    <div className="desk-foot">
      {more && (
        <Link to={more} className="button">
          More
        </Link>
      )}{' '}
      {csv && <Download action={csv} />}{' '}
      {uncovers && (
        <OperationForm form="uncover" action={path} className="">
          <input type="hidden" name="show" value="yes" />
          {fields.map(
            ({ name, value }) =>
              value && <input key={name} type="hidden" name={formatFormName(name)} value={value} />,
          )}
          <Submit className="button">{`Show ${uncovers}`}</Submit>
        </OperationForm>
      )}
    </div>
  )
}
