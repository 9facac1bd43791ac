import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '~/components/ui/link'
import { getLastAbout, readEditedAbout } from '~/domain/catalog/page-texts.server'
import { readOrNull } from '~/http/or-null.server'
import { publicPage } from '~/http/page'
import { aboutMessages } from '~/messages/about'
import { paths } from '~/paths'
import { createMeta } from '~/components/layout/page-meta'
import { StaticPage } from '~/components/layout/static-page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'About Us',
  'What DealDwaar is, how it earns, what cashback is, and what it promises to shoppers in India.',
  paths.aboutUs,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const edited = (await readOrNull(readEditedAbout(), 'texts')) ?? getLastAbout()
  return publicPage(edited, { request })
}

const LINKS: Record<string, ReactNode> = {
  '{contact}': <Link to={paths.contactUs}>Contact us</Link>,
  '{terms}': <Link to={paths.termsConditions}>Terms &amp; Conditions</Link>,
  '{sharing}': <Link to={paths.howItWorks}>how to share and earn</Link>,
}

/** A text of the page, with its links. */
function Text({ name }: { name: keyof typeof aboutMessages }) {
  const text = useLoaderData<typeof loader>()[name] ?? aboutMessages[name]
  return text.split(/(\{\w+\})/).map((part, at) => <Fragment key={at}>{LINKS[part] ?? part}</Fragment>)
}

export default function AboutUs() {
  return (
    <StaticPage title="About Us">
      <p>
        <Text name="gateway" />
      </p>
      <h2>How it works for you</h2>
      <ol>
        <li>
          <Text name="step-1" />
        </li>
        <li>
          <Text name="step-2" />
        </li>
        <li>
          <Text name="step-3" />
        </li>
      </ol>
      <p>
        <Text name="fees" />
      </p>
      <h2 id="disclosure">How we earn: our affiliate disclosure</h2>
      <p>
        <Text name="earning" />
      </p>
      <h2>How lists are ordered</h2>
      <p>
        <Text name="lists" />
      </p>
      <h2>What we promise</h2>
      <ul>
        <li>
          <Text name="promise-1" />
        </li>
        <li>
          <Text name="promise-2" />
        </li>
        <li>
          <Text name="promise-3" />
        </li>
        <li>
          <Text name="promise-4" />
        </li>
        <li>
          <Text name="promise-5" />
        </li>
      </ul>
      <p>
        <Text name="questions" />
      </p>
    </StaticPage>
  )
}
