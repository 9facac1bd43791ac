import { useLocation, useRevalidator } from '@remix-run/react'
import { Fragment, useEffect, type ReactNode } from 'react'
import { Link } from '~/components/ui/link'
import { Charts } from './chart'
import { Cell, DataTable } from './data-table'
import type { AnswerView as Answer, FactView, HintView, LinkView } from '~/http/desk/views/view'
import './desk.css'

const LONG_FACT = 60

export const AnswerFacts = ({ facts }: { facts: readonly FactView[] }) =>
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

/** Within a box that suits a logo and a photo. */
export const RecordPicture = ({ picture }: Pick<Answer, 'picture'>) =>
  picture && <img className="desk-picture" src={picture.src} alt={picture.alt} />

export const HintText = ({ hint: { text, links } }: { hint: HintView }) => (
  <>
    {text}
    {links.map(({ title, to }) => (
      <Fragment key={to}>
        {' '}
        <Link to={to}>{title}</Link>
      </Fragment>
    ))}
  </>
)

export const Notes = ({ notes }: { notes: readonly HintView[] }) =>
  notes.map((note, i) => (
    <p key={i} className="desk-note">
      <HintText hint={note} />
    </p>
  ))

export const Problems = ({ problems }: { problems: readonly HintView[] }) =>
  problems.length > 0 && (
    <ul className="desk-problems">
      {problems.map((problem, i) => (
        <li key={i}>
          <HintText hint={problem} />
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
          <LinkButton
            title={title}
            to={to}
            className={hasMain && i === 0 ? 'button button-primary' : 'button'}
          />{' '}
        </Fragment>
      ))}
    </nav>
  )

/** To a place on this page, the browser leads by itself. */
const LinkButton = ({ title, to, className }: LinkView & { className: string }) =>
  to.startsWith('#') ? (
    <a href={to} className={className}>
      {title}
    </a>
  ) : (
    <Link to={to} className={className}>
      {title}
    </Link>
  )

const EVERY_MS = 2000

/** On a page whose content changes by itself: with scripts it is read again, otherwise by the link. */
export function LookAgain({ children }: { children?: ReactNode }) {
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const timer = setInterval(() => document.hidden || revalidate(), EVERY_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <p className="desk-links">
      {children ? <output>{children}</output> : null}{' '}
      <Link to={pathname + search} className="button">
        Look again
      </Link>
    </p>
  )
}

interface AnswerPartsProps {
  answer: Answer
  label: string
  /** Of a record: they come before its neighbours and its history. */
  actions?: ReactNode
}

export const AnswerParts = ({ answer, label, actions }: AnswerPartsProps) => (
  <>
    {answer.title && <p className="desk-lead">{answer.title}</p>}
    <Problems problems={answer.problems} />
    <RecordPicture picture={answer.picture} />
    <AnswerFacts facts={answer.facts} />
    {actions && (
      <>
        <Notes notes={answer.notes} />
        {actions}
      </>
    )}
    {answer.charts && <Charts charts={answer.charts} />}
    {answer.tables.map((table) => (
      <DataTable key={table.name} table={table} label={`${label}: ${table.name.replaceAll('_', ' ')}`} />
    ))}
    {!actions && <Notes notes={answer.notes} />}
    {answer.isPending && <LookAgain />}
    {!actions && <LinkList links={answer.next} label="What could come next" />}
  </>
)
