import { Link } from '~/components/ui/link'
import { StateMark } from './state'
import type { CellView, HeadView, TableView } from '~/http/desk/views/view'
import './desk.css'

export function Cell({ cell: { text, kind, to } }: { cell: CellView }) {
  if (to) return <Link to={to}>{text}</Link>
  if (kind === 'state') return <StateMark text={text} />
  return text
}

const ARROWS = { ascending: ' ↑', descending: ' ↓' } as const

function Head({ head: { title, to, sorted } }: { head: HeadView }) {
  if (!to || !title) return title
  return (
    <Link to={to}>
      {title}
      {sorted && <span aria-hidden="true">{ARROWS[sorted]}</span>}
    </Link>
  )
}

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
                  <th
                    key={i}
                    scope="col"
                    className={head.isNumeric ? 'desk-number' : undefined}
                    aria-sort={head.sorted}
                  >
                    <Head head={head} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i} className={isTotal(i) ? 'desk-total' : undefined}>
                  {choice && (
                    <td>
                      {choice.values[i] && (
                        <input
                          type="checkbox"
                          className="desk-choice"
                          name={choice.name}
                          value={choice.values[i]}
                          defaultChecked={choice.isChecked[i]}
                          aria-label={`${choice.head} ${choice.values[i]}`}
                        />
                      )}
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
