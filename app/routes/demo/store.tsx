import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { receiveReport } from '~/api/receive-report.server'
import { formatRupees } from '~/platform/formats/money'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith, refusal } from '~/http/respond.server'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { siteMessages } from '~/messages/site'
import { failure } from '~/messages/notice'
import { paths, visitPath } from '~/paths'
import { DemoStore } from './store/demo-store'
import { findDemoVisit, isDemo, makeDemoReport, readClickId } from '~/domain/tracking/demo-store.server'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta('A store of the demo', 'Where the store would open.', null)

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const visit = await findDemoVisit(readClickId(url.searchParams))
  if (!visit) throw privatePage(null, 404)
  const { clickId, store, offer, rate, number, price, state, isHeld, isGuest } = visit
  return privatePage({
    clickId,
    store,
    offer,
    rate,
    number,
    href: visitPath(number),
    price: formatRupees(price).replace(/\.00$/, ''),
    state,
    isHeld,
    isGuest,
    here: `${url.pathname}${url.search}`,
  })
}

const reportSchema = z.object({ click: z.string().max(100), report: z.enum(['pending', 'approved']) })

/** Sends what the network of the visit would send, with its secret and signature, to where it would. */
const options = { form: 'demo-store', fallback: paths.demoStore }

export const action = formAction(options, async ({ request, context, readForm }) => {
  if (!isDemo()) return refusal(404, 'Not Found')
  const form = await readForm(reportSchema)
  const visit = await findDemoVisit(form.input.click)
  if (!visit) return refusal(404, 'Not Found')
  const sent = await makeDemoReport(visit, form.input.report)
  if (!sent) return form.refuse({ notice: failure(siteMessages.failure) })
  const { secret, query, headers } = sent
  const report = new Request(new URL(`/postback/${visit.network}/${secret}?${query}`, request.url), {
    headers,
  })
  const answer = await receiveReport({ request: report, params: { network: visit.network, secret }, context })
  return answer.ok ? redirectWith(form.from) : form.refuse({ notice: failure(siteMessages.failure) })
})

export default function Store() {
  return <DemoStore {...useLoaderData<typeof loader>()} />
}
