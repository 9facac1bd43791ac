import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { publicPage } from '~/http/page'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { pageMeta, findRootSite, readSiteOrigin } from '~/components/layout/page-meta'
import { ReferPicture } from './how-it-works/refer-picture'
import { StepCards, Steps } from '~/components/layout/steps'
import { Icon } from '~/components/ui/icon'
import { DialogLink } from '~/components/ui/link'
import { Section } from '~/components/ui/section'
import type { RouteHandle } from '~/platform/route-handle'
import './how-it-works.css'
import '~/components/ui/banner.css'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Refer and Earn | DealDwaar',
    description: `Share DealDwaar with friends and earn ${findRootSite(matches)?.referral.share} of the cashback they earn.`,
    path: paths.howItWorks,
    origin: readSiteOrigin(matches),
  })

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

const listSteps = (share: string) => [
  {
    picture: '/steps/share.svg',
    title: '1. Share your link',
    text: 'Every account has one, and a code. Send it by WhatsApp or SMS.',
  },
  {
    picture: '/steps/join.svg',
    title: '2. Your friend joins',
    text: 'By your link, or with your code in the sign-up form.',
  },
  {
    picture: '/steps/reward.svg',
    title: `3. You earn ${share}`,
    text: 'Of all the cashback your friend earns, added to your wallet.',
  },
]

export default function HowItWorks() {
  const { share, ofExample } = useRoot().site.referral
  return (
    <main id="main" className="page">
      <header className="banner banner-2 refer-head">
        <div className="stack">
          <h1>Refer and Earn</h1>
          <p>
            Earn {share} of your friends’ earnings, for as long as they shop. They keep their full cashback.
          </p>
          <DialogLink name="refer" className="button button-white">
            <Icon name="share" />
            Share Now
          </DialogLink>
        </div>
        <ReferPicture />
      </header>
      <Section title="Share and Earn">
        <ul className="card-grid-thirds">
          <StepCards steps={listSteps(share)} lazy={false} />
        </ul>
        <p className="muted mt-4">
          For example: your friend gets Rs. 500.00 cashback on a new phone, and you get {ofExample} on top.
        </p>
      </Section>
      <Steps />
    </main>
  )
}
