import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { formatDate } from '~/platform/formats/dates'
import { formAction } from '~/http/form-action.server'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { failure, success, warning } from '~/messages/notice'
import { claimPath, paths, proofsPath } from '~/paths'
import { claimSchema, findMissingOrder } from '~/domain/tracking/claim-input.server'
import { ClaimForm } from './claim-new/claim-form'
import { refuseFile } from '~/domain/tracking/claim-proofs.server'
import { explainOpenRefusal, PROOF_PROBLEMS } from '~/domain/tracking/claim-words'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { prepareClaim } from '~/domain/tracking/prepare-claim.server'
import type { RouteHandle } from '~/platform/route-handle'
import { BackToVisits } from '~/components/account/back-to-visits'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const { claims } = moneyMessages

export const handle = { body: 'mixed' } satisfies RouteHandle

export const meta = createHiddenMeta(
  'A new claim',
  'Ask about missing cashback, a wrong amount or a withdrawal.',
  null,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { searchParams } = new URL(request.url)
  const wanted = {
    visit: searchParams.get('visit'),
    withdrawal: searchParams.get('withdrawal'),
    kind: searchParams.get('kind'),
  }
  const given = searchParams.get('place')
  const place: 'web' | 'app' | null = given === 'web' || given === 'app' ? given : null
  const found = await readOrNull(
    prepareClaim(user.id, wanted).then((prepared) => ({ prepared })),
    'claim',
  )
  if (!found) return failedPage({ isRead: false, prepared: null, place })
  return privatePage({ isRead: true, prepared: found.prepared, place }, found.prepared ? 200 : 404)
}

const options = {
  form: 'claim',
  fallback: paths.visits,
  file: { field: 'proof', explain: explainFile },
  failed: moneyMessages.claims.failed,
}

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(claimSchema, async (fields) => ({ errors: findMissingOrder(fields) }))
  const { visit, withdrawal = 0, kind, text, order_number, amount, place } = form.input
  const subject = visit === undefined ? { withdrawal } : { visit }
  const opened = await openMemberClaim(user.id, subject, {
    kind,
    text,
    orderNumber: order_number,
    amount,
    isAppOrder: place === 'app',
    proof: form.file ?? undefined,
  })
  if (opened.ok) {
    const { title, text: words } = form.file ? claims.openedWithFile : claims.opened
    const notice = success({ title, text: fill(words, { date: formatDate(opened.claim.answer_by) }) }, [
      { label: form.file ? 'See the proof' : 'Add an invoice or picture', href: proofsPath(opened.claim.id) },
    ])
    return redirectWith(claimPath(opened.claim.id), { notice })
  }
  const { notice, errors, claimId } = explainOpenRefusal(opened)
  if (claimId !== undefined)
    return redirectWith(claimPath(claimId), {
      notice: warning(
        notice!,
        form.file ? [{ label: 'See its proofs', href: proofsPath(claimId) }] : undefined,
      ),
      form: { form: 'claim-message', values: { text }, errors: {} },
    })
  // The page of a claim that is refused as a whole may have no form.
  return form.refuse(
    { ...(notice && { notice: failure(notice) }), ...(errors && { errors }) },
    errors ? form.from : form.from.split('#')[0],
  )
})

function explainFile(bytes: Uint8Array): string | null {
  const refusal = refuseFile(bytes)
  return refusal && PROOF_PROBLEMS[refusal.reason]
}

export default function NewClaim() {
  const { isRead, prepared, place } = useLoaderData<typeof loader>()
  return (
    <>
      <BackToVisits />
      {prepared ? (
        <ClaimForm prepared={prepared} place={place} />
      ) : isRead ? (
        <section className="panel">
          <h1 className="sr-only">A new claim</h1>
          <Empty icon="chat">{claims.noSubject}</Empty>
        </section>
      ) : (
        <LoadFailure>{claims.loadFailed}</LoadFailure>
      )}
    </>
  )
}
