import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readRowId } from '~/platform/formats/ids'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { pageMeta, readSiteOrigin } from '~/components/layout/page-meta'
import { moneyMessages } from '~/messages/money'
import { ClaimSheet } from './claim/claim-sheet'
import { findMemberClaim } from '~/domain/tracking/read-claims.server'
import { showClaimSheet } from '~/domain/tracking/show-claim'
import { BackToVisits } from '~/components/account/back-to-visits'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    title: `${data?.sheet ? `${data.sheet.heading}, claim ${data.sheet.claim.number}` : 'Claim'} | DealDwaar`,
    description: 'What you asked, and what came of it.',
    path: null,
    origin: readSiteOrigin(matches),
    robots: 'noindex',
  })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const found = await readOrNull(
    findMemberClaim(user.id, readRowId(params.id)).then((claim) => ({ claim })),
    'claim',
  )
  if (!found) return failedPage({ isRead: false, sheet: null })
  if (!found.claim) return privatePage({ isRead: true, sheet: null }, 404)
  return privatePage({ isRead: true, sheet: showClaimSheet(found.claim) })
}

export default function Claim() {
  const { isRead, sheet } = useLoaderData<typeof loader>()
  return (
    <>
      <BackToVisits />
      {sheet ? (
        <ClaimSheet {...sheet} />
      ) : isRead ? (
        <section className="panel">
          <h1 className="sr-only">Claim</h1>
          <Empty icon="chat">{moneyMessages.claims.missing}</Empty>
        </section>
      ) : (
        <LoadFailure>{moneyMessages.claims.loadFailed}</LoadFailure>
      )}
    </>
  )
}
