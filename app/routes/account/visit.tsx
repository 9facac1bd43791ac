import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maskPhone } from '~/domain/accounts/rules'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { detailPath, offersPath } from '~/domain/catalog/links'
import { formatRupees, paise } from '~/platform/formats/money'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { moneyMessages } from '~/messages/money'
import { claimPath, newClaimPath } from '~/paths'
import { CLAIM_STATE_WORDS, formatClaimNumber, explainClaimProblem } from '~/domain/tracking/claim-words'
import { findVisitClaim, type VisitClaim } from '~/domain/tracking/member-claims.server'
import { BackToVisits } from '~/components/account/back-to-visits'
import { findMemberVisit, type VisitDetail } from '~/domain/tracking/member-visits.server'
import {
  showReport,
  showSteps,
  showVisit,
  expectOrder,
  expectSale,
  showExpectation,
} from '~/domain/tracking/show-visit'
import { VisitSheet, type ClaimLink, type VisitSheetProps } from './visit/visit-sheet'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    title: `${data?.sheet ? `${data.sheet.heading}, visit ${data.sheet.visit.number}` : 'Visit'} | DealDwaar`,
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
    heading: formatHeading(visit),
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

function formatHeading({ store, sales }: VisitDetail): string {
  const cashback = paise(sales.reduce((sum, sale) => sum + sale.cashback, 0n))
  return cashback > 0n ? `${store}: ${formatRupees(cashback)}` : store
}

function toClaimLink(number: string, { claim, isAppeal, problem }: VisitClaim, hasOrder: boolean): ClaimLink {
  if (claim)
    return {
      href: claimPath(claim.id),
      label: `Claim ${formatClaimNumber(claim.id)}`,
      state: CLAIM_STATE_WORDS[claim.state],
      note: null,
    }
  const href = newClaimPath({ visit: number })
  const label = isAppeal ? 'Appeal' : 'Send a claim'
  if (!problem) return { href, label, state: null, note: hasOrder ? null : 'Cashback missing?' }
  const note = explainClaimProblem(problem)
  if (problem.reason === 'too-many-open' || (problem.reason === 'too-early' && !hasOrder))
    return { href: null, label, state: null, note }
  return {
    href: `${href}&kind=question`,
    label: 'Ask a question',
    state: null,
    note: hasOrder ? null : note,
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
