import type { LoaderFunctionArgs } from '@remix-run/node'
import { publicPage } from '~/http/page'
import { NewsletterForm } from '~/components/newsletter/newsletter-form'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Flex Offer',
  'Flex offers are not open yet. Subscribe to hear of them first.',
  paths.flexPage,
)

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
