import { Link } from '~/components/ui/link'
import { DraftPage } from './draft-page'
import { FormPage } from './form-page'
import { PageHead } from './page-head'
import type { DraftView as Draft } from '~/http/desk/views/read-draft.server'
import type { OperationView as Page, TopicPage as Topic } from '~/http/desk/views/read-page.server'
import { ReadingPage } from './reading-page'
import './desk.css'

export function OperationPage({ page }: { page: Page | Draft }) {
  switch (page.page) {
    case 'topic':
      return (
        <>
          <PageHead title={page.title} summary={page.about} />
          <TopicOperations operations={page.operations} />
        </>
      )
    case 'reading':
      return <ReadingPage page={page} />
    case 'form':
      return <FormPage page={page} />
    case 'draft':
      return <DraftPage key={page.id} page={page} />
    case 'forbidden':
      return (
        <>
          <PageHead title={page.title} summary="You may not do this" />
          <p className="desk-refusal">{page.words}</p>
        </>
      )
  }
}

export const TopicOperations = ({ operations }: Pick<Topic, 'operations'>) => (
  <>
    <Operations title="Look" operations={operations.filter(({ isReading }) => isReading)} />
    <Operations title="Do" operations={operations.filter(({ isReading }) => !isReading)} />
  </>
)

const Operations = ({ title, operations }: { title: string; operations: Topic['operations'] }) =>
  operations.length > 0 && (
    <section className="desk-panel">
      <h2>{title}</h2>
      <ul className="desk-topics">
        {operations.map(({ title: name, to, summary }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <span className="muted">: {summary}</span>
          </li>
        ))}
      </ul>
    </section>
  )
