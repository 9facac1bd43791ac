import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maskPhone } from '~/domain/accounts/rules'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { formatDate, formatMonth, formatTime } from '~/platform/formats/dates'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageNumber } from '~/http/urls'
import { moneyMessages } from '~/messages/money'
import { formatRupees, formatSigned } from '~/platform/formats/money'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { Link } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import { readHistoryPart, transactionId } from '~/domain/wallet/history'
import { HistoryFilter } from './history/history-filter'
import { HistoryList } from './history/history-list'
import { listWalletHistory, type HistoryItem } from '~/domain/wallet/history.server'
import './history.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta('History', 'Your transactions.', paths.history)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const url = new URL(request.url)
  const part = readHistoryPart(url.searchParams.get('kind'))
  const history = await readOrNull(listWalletHistory(user.id, { page: pageNumber(url), part }), 'history')
  if (!history) return failedPage({ part, statement: null, history: null })
  const days = history.items.map(({ created_at }) => formatDate(created_at))
  const statement = {
    owner: `${user.username}, ${maskPhone(user.phone_number)}`,
    period: days.length ? `${days.at(-1)} to ${days[0]}` : null,
    balances: part === null ? readBalances(history.items) : null,
  }
  return privatePage({ part, statement, history: { ...history, items: history.items.map(showItem) } })
}

/** `items` are newest first. Null: no item changed the balance. */
function readBalances(items: HistoryItem[]): { opening: string; closing: string } | null {
  const booked = items.filter((item) => item.balance !== null)
  const [newest, oldest] = [booked[0], booked.at(-1)]
  if (!newest || !oldest) return null
  return {
    opening: formatRupees(oldest.balance! - oldest.amount),
    closing: formatRupees(newest.balance!),
  }
}

function formatNote({ created_at, withdrawable_at, paid }: HistoryItem): string | null {
  if (withdrawable_at) return `withdrawable from ${formatDate(withdrawable_at)}`
  if (!paid) return null
  const dates = `Requested ${formatDate(created_at)} · Paid ${formatDate(paid.at)}`
  return paid.utr === null ? dates : `${dates} · UTR ${paid.utr}`
}

const showItem = (item: HistoryItem) => ({
  ...item,
  id: transactionId(item.id),
  month: formatMonth(item.created_at),
  created_at: formatTime(item.created_at),
  note: formatNote(item),
  amount: item.state === 'rejected' ? formatRupees(item.amount) : formatSigned(item.amount),
  balance: item.balance === null ? null : formatRupees(item.balance),
})

export default function History() {
  const { part, statement, history } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="history-title">
      <h1 id="history-title" className="mb-4 text-xl">
        History
      </h1>
      {statement && (
        <p className="history-printed">
          DealDwaar account of {statement.owner}
          {statement.period && `: ${statement.period}`}
          {statement.balances &&
            `. Opening balance ${statement.balances.opening}, closing balance ${statement.balances.closing}`}
        </p>
      )}
      {(part !== null || history?.total !== 0) && <HistoryFilter part={part} />}
      {!history ? (
        <LoadFailure>{moneyMessages.history.failed}</LoadFailure>
      ) : history.items.length ? (
        <HistoryList items={history.items} />
      ) : (
        <Empty icon="history">
          {history.total > 0 ? moneyMessages.history.beyond : moneyMessages.history.empty}
          {part !== null && (
            <>
              <br />
              <Link to={paths.history} className="link link-alone">
                All transactions
              </Link>
            </>
          )}
        </Empty>
      )}
      {history && <Pagination page={history.page} pages={history.pages} label="Pages of the history" />}
    </section>
  )
}
