import { Link } from '~/components/ui/link'
import './record.css'
import '../desk.css'
import { AnswerParts, AnswerFacts, LinkList, Notes, RecordPicture } from '../answer-view'
import { ChosenForm } from '../chosen-form'
import { DataTable } from '../data-table'
import { InputForm } from '../form-page'
import { Panel } from '../panel'
import { formatFormName } from '~/http/desk/views/labels'
import type { ChosenView } from '~/http/desk/views/chosen.server'
import type { AnswerView as Answer, LinkView, TableView } from '~/http/desk/views/view'
import type { EditForm, RecordExtras } from '~/http/desk/record-extras.server'
import type { FormView } from '~/http/desk/views/read-form.server'
import { ClaimAnswer, ClaimProofs, ClaimSales, ClaimThread } from './claim-parts'
import { ReplyList } from './reply-list'
import { Timeline } from './timeline'

interface RecordPageProps {
  title: string
  answer: Answer
  extras: RecordExtras
  next: readonly LinkView[]
}

export function RecordPage({ title, answer, extras, next }: RecordPageProps) {
  const { lead, replies, repliesTitle, answerForm, editForm } = extras
  const find = (name: string) => answer.tables.find((table) => table.name === name)
  const [timeline, messages, proofs] = [find('timeline'), find('messages'), find('proofs')]
  const log = find('log')
  const sales = [find('sales_of_visit'), find('like_sales')].filter((table) => table !== undefined)
  const panels = extras.panels.flatMap(({ table: name, chosen }) => {
    const table = find(name)
    return table ? [{ table, chosen }] : []
  })
  const placed = [timeline, messages, proofs, log, ...sales, ...panels.map(({ table }) => table)]
  const others = answer.tables.filter((table) => !placed.includes(table))
  const isForm = (form: FormView | null, { to }: LinkView) => form !== null && to.startsWith(`${form.path}?`)
  const links = answer.next
    .filter((link) => !isForm(answerForm, link))
    .map((link) => (isForm(editForm, link) ? { ...link, to: '#edit-title' } : link))
  const byName = (name: string) => answer.facts.find((fact) => fact.name === name) ?? []
  const rest = answer.facts.filter(({ name }) => name !== 'id' && !lead.includes(name))
  return (
    <>
      <section className="desk-panel" aria-label={title}>
        {answer.title && <p className="desk-lead">{answer.title}</p>}
        <RecordPicture picture={answer.picture} />
        <AnswerFacts facts={lead.flatMap(byName)} />
        <Notes notes={answer.notes} />
      </section>
      {messages && <ClaimThread messages={messages} />}
      {proofs && proofs.rows.length > 0 && <ClaimProofs proofs={proofs} />}
      {sales.length > 0 && <ClaimSales sales={sales} />}
      {panels
        .filter(({ chosen }) => chosen)
        .map((panel) => (
          <TablePanel key={panel.table.name} {...panel} />
        ))}
      {answerForm && <ClaimAnswer form={answerForm} />}
      {links.length + next.length > 0 && (
        <Panel id="do" title="What can be done now">
          <LinkList links={links} label="What can be done now" hasMain={!answerForm} />
          {next.length > 0 && <OtherLinks links={next} />}
        </Panel>
      )}
      {editForm && <RecordEdit form={editForm} />}
      {replies.length > 0 && <ReplyList title={repliesTitle} replies={replies} />}
      {panels
        .filter(({ chosen }) => !chosen)
        .map((panel) => (
          <TablePanel key={panel.table.name} {...panel} />
        ))}
      {timeline && <Timeline table={timeline} />}
      {rest.length + others.length > 0 && (
        <details className="desk-panel">
          <summary>Details</summary>
          <AnswerParts
            answer={{
              facts: rest,
              tables: others,
              notes: [],
              problems: answer.problems,
              next: [],
            }}
            label={title}
          />
        </details>
      )}
      {log && <TablePanel table={log} chosen={null} />}
    </>
  )
}

/** Previewed like every change; what is left as it is, is not sent. */
const RecordEdit = ({ form }: { form: EditForm }) => (
  <Panel id="edit" title={form.title}>
    <InputForm page={form} subject={form.subject} />
  </Panel>
)

const OtherLinks = ({ links }: { links: readonly LinkView[] }) => (
  <ul className="desk-others">
    {links.map(({ title, to }) => (
      <li key={to}>
        <Link to={to}>{title}</Link>
      </li>
    ))}
  </ul>
)

/** Where something can be done with its rows, one press is for all that are chosen at first. */
const TablePanel = ({ table, chosen }: { table: TableView; chosen: ChosenView | null }) => (
  <div className="desk-panel">
    <ChosenForm chosen={chosen}>
      <DataTable table={chosen ? withChoice(table) : table} label={table.name} />
    </ChosenForm>
  </div>
)

const withChoice = (table: TableView): TableView => ({
  ...table,
  choice: {
    name: formatFormName('ids'),
    head: 'Choose',
    values: table.rows.map(([first]) => first!.text),
    isChecked: table.chosen ?? table.rows.map(() => true),
  },
})
