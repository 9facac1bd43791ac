import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { publicPage } from '~/http/page'
import { NewsletterForm } from '~/outreach/newsletter-form'
import { paths } from '~/paths'
import { pageMeta, readSiteOrigin } from '~/layout/page-meta'
import type { RouteHandle } from '~/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Flex Offer | DealDwaar',
    description: 'Flex offers are not open yet. Subscribe to hear of them first.',
    path: paths.flexPage,
    origin: readSiteOrigin(matches),
    robots: 'noindex',
  })

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

/** A placeholder (docs/rules.md#17). */
export default function FlexPage() {
  return (
    <main id="main" className="page">
      <h1>Blank page for Flex Offer</h1>
      <NewsletterForm />
    </main>
  )
}
