import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { formatTime } from '~/dates'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageNumber } from '~/http/urls'
import { messages } from '~/messages'
import { formatRupees, formatSigned } from '~/money'
import { pageMeta, siteOrigin } from '~/shell/page-meta'
import { Pagination } from '~/ui/pagination'
import { HistoryList } from '~/wallet/history-list'
import { listHistory } from '~/wallet/history.server'

export { headers } from '~/http/page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'History | DealDwaar',
    description: 'Your transactions.',
    path: '/Account/History',
    origin: siteOrigin(matches),
    robots: 'noindex',
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { items, page, pages } = await listHistory(user.id, pageNumber(new URL(request.url)))
  return privatePage({
    page,
    pages,
    items: items.map((item) => ({
      ...item,
      created_at: formatTime(item.created_at),
      amount: formatSigned(item.amount),
      balance: item.balance === null ? null : formatRupees(item.balance),
    })),
  })
}

export default function History() {
  const { items, page, pages } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="history-title">
      <h1 id="history-title" className="page-title">
        History
      </h1>
      {items.length ? (
        <HistoryList items={items} />
      ) : (
        <div className="empty">
          <p>{messages.history.empty}</p>
          <Link to="/Deals" className="button">
            Find a deal
          </Link>
        </div>
      )}
      <Pagination page={page} pages={pages} label="Pages of the history" />
    </section>
  )
}
