import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maskPhone } from '~/domain/accounts/rules'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import { listChoices, readChosenPeriod, StatementForms } from './statement/statement-forms'
import { readPeriod } from '~/domain/wallet/statements'
import { StatementSumsTable, StatementTable } from './statement/statement-table'
import { readWalletStatement } from '~/domain/wallet/statements.server'
import '~/components/ui/section.css'

const texts = moneyMessages.statement

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Statement',
  'Your transactions of a month, a financial year, or between two days.',
  paths.statement,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const now = new Date()
  const { period, typed, errors } = readPeriod(readChosenPeriod(new URL(request.url).searchParams), now)
  const forms = { typed, errors, ...listChoices(typed, user.created_at, now) }
  if (!period) return privatePage({ forms, period, owner: '', statement: null })
  const owner = `${user.username}, ${maskPhone(user.phone_number)}`
  const statement = await readOrNull(readWalletStatement(user.id, period), 'statement')
  const { words, search } = period
  const page = {
    forms,
    period: { words, csv: `${paths.statement}/statement.csv${search}` },
    owner,
    statement,
  }
  return statement ? privatePage(page) : failedPage(page)
}

export default function Statement() {
  const { forms, period, owner, statement } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="panel" aria-labelledby="statement-title">
        <h1 id="statement-title" className="text-xl">
          Statement
        </h1>
        <StatementForms {...forms} />
      </section>
      {period && (
        <section className="panel" aria-labelledby="statement-period">
          <div className="section-head">
            <h2 id="statement-period">{period.words}</h2>
            <a href={period.csv} className="button" download>
              Download (CSV)
            </a>
          </div>
          <p className="muted">DealDwaar account of {owner}</p>
          {statement ? <Shown statement={statement} /> : <LoadFailure>{texts.failed}</LoadFailure>}
        </section>
      )}
    </>
  )
}

function Shown({ statement }: { statement: Awaited<ReturnType<typeof readWalletStatement>> }) {
  const { rows, total, kinds, at } = statement
  return (
    <>
      <p className="statement-printed muted">As of {at} (India)</p>
      <StatementTable {...statement} />
      {rows.length < total && (
        <p className="notice notice-warning">{fill(texts.cut, { n: rows.length, all: total })}</p>
      )}
      {total > 0 ? (
        <StatementSumsTable kinds={kinds} />
      ) : (
        <div className="mt-4">
          <Empty icon="history">{texts.empty}</Empty>
        </div>
      )}
    </>
  )
}
