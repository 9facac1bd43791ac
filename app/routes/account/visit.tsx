import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maskPhone } from '~/accounts/rules'
import { Empty, LoadFailure } from '~/catalog/cards/empty'
import { detailPath, offersPath } from '~/catalog/links'
import { formatDate } from '~/formats/dates'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageMeta, readSiteOrigin } from '~/layout/page-meta'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { claimPath, newClaimPath } from '~/paths'
import { CLAIM_STATE_WORDS, writeClaimNumber } from '~/tracking/claims/claim-words'
import { findVisitClaim, type VisitClaim } from '~/tracking/claims/find-visit-claim.server'
import { BackToVisits } from '~/tracking/member-visits/back-to-visits'
import { findMemberVisit, type VisitDetail } from '~/tracking/member-visits/read-visits.server'
import { showReport, showSteps, showVisit } from '~/tracking/member-visits/show-visit'
import { expectOrder, expectSale, showExpectation } from '~/tracking/member-visits/expect-next'
import { VisitSheet, type ClaimLink, type VisitSheetProps } from '~/tracking/member-visits/visit-sheet'

const { claims } = moneyMessages

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    title: `${data?.sheet ? `Visit ${data.sheet.visit.number}` : 'Visit'} | DealDwaar`,
    description: 'A visit to a store, and where its cashback stands.',
    path: null,
    origin: readSiteOrigin(matches),
    robots: 'noindex',
  })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const found = await readOrNull(
    findMemberVisit(user.id, params.number!).then(async (visit) => ({
      visit,
      claim: visit && (await findVisitClaim(user.id, visit.number)),
    })),
    'visit',
  )
  if (!found) return failedPage({ isRead: false, sheet: null })
  if (!found.visit) return privatePage({ isRead: true, sheet: null }, 404)
  const owner = `${user.username}, ${maskPhone(user.phone_number)}`
  return privatePage({ isRead: true, sheet: { ...toSheet(found.visit, found.claim), owner } })
}

function toSheet(visit: VisitDetail, claim: VisitClaim | null): Omit<VisitSheetProps, 'owner'> {
  const { sales, ...shown } = showVisit(visit)
  return {
    visit: shown,
    offerHref: visit.isHidden ? null : detailPath({ ...visit, title: visit.offer }),
    storeHref: offersPath(visit.storeCode),
    steps: showSteps(visit, null),
    sales: visit.sales.map((sale, at) => ({
      ...sales[at]!,
      steps: showSteps(visit, sale),
      next: showExpectation(expectSale(visit, sale)),
      reports: sale.reports.map((report) => showReport(report, visit.store)),
    })),
    termsHtml: visit.termsHtml,
    claim: claim && toClaimLink(visit.number, claim, sales.length > 0),
    expected: sales.length ? null : showExpectation(expectOrder(visit)),
  }
}

function toClaimLink(number: string, claim: VisitClaim, hasOrder: boolean): ClaimLink {
  const { id, state, from, isAppeal, problem } = claim
  if (id !== null)
    return {
      href: claimPath(id),
      label: `Claim ${writeClaimNumber(id)}`,
      state: state && CLAIM_STATE_WORDS[state],
      note: null,
    }
  const href = newClaimPath({ visit: number })
  if (problem || (from && hasOrder))
    return {
      href: `${href}&kind=question`,
      label: 'Ask a question',
      state: null,
      note: problem && !hasOrder ? `${claims[problem].title}. ${claims[problem].text}` : null,
    }
  return {
    href: from ? null : href,
    label: isAppeal ? 'Appeal' : 'Ask about this visit',
    state: null,
    note: from ? fill(claims.tooEarly, { date: formatDate(from) }) : hasOrder ? null : 'Cashback missing?',
  }
}

export default function Visit() {
  const { isRead, sheet } = useLoaderData<typeof loader>()
  return (
    <>
      <BackToVisits />
      {sheet ? (
        <VisitSheet {...sheet} />
      ) : isRead ? (
        <section className="panel">
          <h1 className="sr-only">Visit</h1>
          <Empty icon="store">{moneyMessages.visits.missing}</Empty>
        </section>
      ) : (
        <LoadFailure>{moneyMessages.visits.failed}</LoadFailure>
      )}
    </>
  )
}
