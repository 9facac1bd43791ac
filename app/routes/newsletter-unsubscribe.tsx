import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { readForm } from '~/http/input.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/notice'
import { NewsletterPage } from '~/outreach/newsletter-page'
import { findSubscription, unsubscribe } from '~/outreach/newsletter.server'
import { pageMeta, readSiteOrigin } from '~/layout/page-meta'
import { COMMON_TEXTS, PostForm } from '~/ui/form'
import { Submit } from '~/ui/submit'

export { clientAction } from '~/http/client-action'
export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Newsletter | DealDwaar',
    description: 'Leave the newsletter of DealDwaar.',
    path: null,
    origin: readSiteOrigin(matches),
    robots: 'noindex',
  })

/** No effect: mail clients prefetch links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const subscription = await findSubscription(params.token!)
  return privatePage({ subscription }, subscription ? 200 : 404)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { from } = await readForm(request, z.object({}), { form: 'unsubscribe', fallback: '/' })
  const result = await unsubscribe(params.token!)
  return redirectWith(from, {
    notice: result.ok
      ? success(siteMessages.newsletter.left)
      : failure({ text: siteMessages.newsletter[result.reason] }),
  })
}

export default function NewsletterUnsubscribe() {
  const { subscription } = useLoaderData<typeof loader>()
  return (
    <NewsletterPage>
      {!subscription ? (
        <p>{siteMessages.newsletter.unknown}</p>
      ) : subscription.left ? (
        <p>{subscription.email} does not get our newsletter.</p>
      ) : (
        <Leave email={subscription.email} />
      )}
    </NewsletterPage>
  )
}

function Leave({ email }: { email: string }) {
  return (
    <>
      <p>{email} gets our newsletter. Do you want to end that?</p>
      <PostForm form="unsubscribe" action="" whenFailed={COMMON_TEXTS}>
        <Submit>Unsubscribe</Submit>
      </PostForm>
    </>
  )
}
