import { Fragment } from 'react'
import { Link } from '~/ui/link'
import { findTone } from './state-tone'
import type { AnswerView as Answer, CellView, FactView, LinkView, TableView } from './view'
import './desk.css'

/** Commands in texts of operations are between backticks. */
export const Words = ({ text }: { text: string }) =>
  text
    .split('`')
    .map((part, i) => (i % 2 ? <code key={i}>{part}</code> : <Fragment key={i}>{part}</Fragment>))

function Cell({ cell: { text, kind, to } }: { cell: CellView }) {
  if (to) return <Link to={to}>{text}</Link>
  if (kind === 'state' && text)
    return <span className={`desk-state desk-state-${findTone(text)}`}>{text}</span>
  return <Words text={text} />
}

const LONG_FACT = 60

export const Facts = ({ facts }: { facts: readonly FactView[] }) =>
  facts.length > 0 && (
    <dl className="desk-facts">
      {facts.map((fact, i) => (
        <div
          key={`${fact.title} ${i}`}
          className={fact.text.length > LONG_FACT ? 'desk-fact-long' : undefined}
        >
          <dt>{fact.title}</dt>
          <dd>
            <Cell cell={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )

const LONG = 30

const TableCell = ({ cell, isNumeric }: { cell: CellView; isNumeric: boolean }) => (
  <td
    className={
      isNumeric
        ? 'desk-number'
        : cell.kind === 'time' || cell.kind === 'day'
          ? 'desk-time'
          : cell.text.length > LONG
            ? 'desk-text'
            : undefined
    }
  >
    <Cell cell={cell} />
  </td>
)

export function DataTable({ table, label }: { table: TableView; label: string }) {
  const { heads, rows, hasTotal, title, words, choice } = table
  const isTotal = (i: number) => hasTotal && i === rows.length - 1
  return (
    <div className="desk-table">
      {title && <h2>{title}</h2>}
      {rows.length > 0 && (
        // Scrolls by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="desk-scroll" tabIndex={0} aria-label={title ?? label}>
          <table>
            <thead>
              <tr>
                {choice && <th scope="col">{choice.head}</th>}
                {heads.map((head, i) => (
                  <th key={i} scope="col" className={head.isNumeric ? 'desk-number' : undefined}>
                    {head.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i} className={isTotal(i) ? 'desk-total' : undefined}>
                  {choice && (
                    <td>
                      <input
                        type="checkbox"
                        className="desk-choice"
                        name={choice.name}
                        value={choice.values[i]}
                        defaultChecked
                        aria-label={`${choice.head} ${choice.values[i]}`}
                      />
                    </td>
                  )}
                  {row.map((cell, j) => (
                    <TableCell key={j} cell={cell} isNumeric={heads[j]!.isNumeric} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {words && <p className="muted">{words}</p>}
    </div>
  )
}

export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note, i) => (
    <p key={i} className="desk-note">
      <Words text={note} />
    </p>
  ))

const Problems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <ul className="desk-problems">
      {problems.map((problem, i) => (
        <li key={i}>
          <Words text={problem} />
        </li>
      ))}
    </ul>
  )

interface LinkListProps {
  links: readonly LinkView[]
  label: string
  /** The first link is the usual next step. */
  hasMain?: boolean
}

export const LinkList = ({ links, label, hasMain = false }: LinkListProps) =>
  links.length > 0 && (
    <nav aria-label={label} className="desk-links">
      {links.map(({ title, to }, i) => (
        <Fragment key={to}>
          <Link to={to} className={hasMain && i === 0 ? 'button button-primary' : 'button'}>
            {title}
          </Link>{' '}
        </Fragment>
      ))}
    </nav>
  )

export const AnswerView = ({ answer, label }: { answer: Answer; label: string }) => (
  <>
    {answer.title && <p className="desk-lead">{answer.title}</p>}
    <Problems problems={answer.problems} />
    <Facts facts={answer.facts} />
    {answer.tables.map((table) => (
      <DataTable key={table.name} table={table} label={`${label}: ${table.name.replaceAll('_', ' ')}`} />
    ))}
    <Notes notes={answer.notes} />
    <LinkList links={answer.next} label="What could come next" />
  </>
)
