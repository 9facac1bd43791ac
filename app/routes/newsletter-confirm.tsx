import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { fill } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/messages/notice'
import { confirmSubscription, findRequest } from '~/domain/outreach/newsletter.server'
import { NewsletterPage } from '~/components/newsletter/newsletter-page'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta('Newsletter', 'Confirm that you want the newsletter of DealDwaar.', null)

/** A GET changes nothing, because mail clients and scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const email = await findRequest(params.token!)
  return privatePage({ email }, email ? 200 : 404)
}

const options = { form: 'confirm-newsletter', fallback: '/' }

export const action = formAction(options, async ({ params, readForm }) => {
  await readForm(emptySchema)
  const result = await confirmSubscription(params.token!)
  return redirectWith('/', {
    notice: result.ok
      ? success(siteMessages.newsletter.done)
      : failure({ text: siteMessages.newsletter[result.reason] }),
  })
})

export default function NewsletterConfirm() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <NewsletterPage>
      {email ? (
        <>
          <p>{fill(siteMessages.newsletter.question, { email })}</p>
          <PostForm form="confirm-newsletter" action="">
            <Submit>Subscribe</Submit>
          </PostForm>
        </>
      ) : (
        <p>{siteMessages.newsletter.ended}</p>
      )}
    </NewsletterPage>
  )
}
