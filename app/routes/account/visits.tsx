import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LoadFailure } from '~/components/cards/empty'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageNumber } from '~/http/urls'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { paths } from '~/paths'
import { ClaimList } from './visits/claim-list'
import { listMemberClaims } from '~/domain/tracking/read-claims.server'
import { showClaim } from '~/domain/tracking/show-claim'
import { listMemberVisits, type VisitPage } from '~/domain/tracking/member-visits.server'
import { NoOrder } from './visits/no-order'
import { AllDeals, NoVisits } from './visits/no-visits'
import { showVisit } from '~/domain/tracking/show-visit'
import { NO_ORDER_DAYS } from '~/domain/tracking/visit-states'
import { VisitList } from './visits/visit-list'
import { DialogLink, Link } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import { MoneySums } from '~/components/account/money-sums'
import { readShownSums, type ShownSums } from '~/domain/wallet/sums.server'
import './visits.css'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'My Cashback',
  'Your visits to stores, and where the cashback of each stands.',
  paths.visits,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const url = new URL(request.url)
  const part = url.searchParams.get('show') === 'no-order' ? 'no-order' : 'current'
  const page = pageNumber(url)
  const found = await readOrNull(
    Promise.all([
      listMemberVisits(user.id, { part, page }),
      part === 'current' ? listMemberVisits(user.id, { part: 'no-order' }) : null,
      listMemberClaims(user.id),
      readShownSums(user.id),
    ]),
    'visits',
  )
  if (!found) return failedPage({ part, visits: null, folded: null, claims: [], isFirst: false, sums: null })
  const [visits, folded, claims, { sums, waiting }] = found
  return privatePage({
    part,
    visits: showPage(visits),
    folded: folded?.total ? showPage(folded) : null,
    claims: claims.map(showClaim),
    isFirst: page === 1 && part === 'current',
    sums: waiting.isNewcomer ? null : sums,
  })
}

const showPage = (page: VisitPage) => ({ ...page, items: page.items.map(showVisit) })

const Head = ({ sums }: { sums: ShownSums }) => (
  <div className="visits-head">
    <MoneySums sums={sums} />
    <p className="buttons">
      <DialogLink name="withdraw" className={sums.isEmpty || sums.hold ? 'button' : 'button button-primary'}>
        Redeem
      </DialogLink>{' '}
      <Link to={paths.wallet} className="button">
        Wallet
      </Link>
    </p>
  </div>
)

export default function Visits() {
  const { part, visits, folded, claims, isFirst, sums } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="panel" aria-labelledby="visits-title">
        <h1 id="visits-title" className="mb-2 text-xl">
          My Cashback
        </h1>
        {isFirst && sums && <Head sums={sums} />}
        {isFirst && claims.length > 0 && (
          <p>
            <a href="#claims" className="link link-alone">
              Your claims ({claims.length})
            </a>
          </p>
        )}
        {part === 'no-order' && (
          <>
            <p className="muted text-small">{moneyMessages.visits.noOrder}</p>
            <p>
              <Link to={paths.visits} className="link link-alone">
                All other visits
              </Link>
            </p>
          </>
        )}
        {!visits ? (
          <LoadFailure>{moneyMessages.visits.failed}</LoadFailure>
        ) : visits.items.length ? (
          <VisitList visits={visits.items} claims={claims} />
        ) : visits.total > 0 || part === 'no-order' ? (
          <p>{moneyMessages.visits.beyond}</p>
        ) : folded ? (
          <>
            <p>{fill(moneyMessages.visits.noneNow, { days: NO_ORDER_DAYS })}</p>
            <AllDeals />
          </>
        ) : (
          <NoVisits />
        )}
        {visits && <Pagination page={visits.page} pages={visits.pages} label="Pages of your visits" />}{' '}
        {folded && <NoOrder visits={folded.items} total={folded.total} claims={claims} />}
      </section>
      {isFirst && claims.length > 0 && <ClaimList claims={claims} />}
    </>
  )
}
