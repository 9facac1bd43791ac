import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { formatTooMany } from '~/messages/actions'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/messages/notice'
import { addressSchema } from '~/domain/outreach/newsletter-fields.server'
import { NewsletterPage } from '~/components/newsletter/newsletter-page'
import { requestLeave } from '~/domain/outreach/newsletter.server'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { EmailField } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Newsletter',
  'Leave the newsletter of DealDwaar.',
  paths.leaveNewsletter,
)

export const loader = () => privatePage(null)

const options = { form: 'leave-newsletter', fallback: paths.leaveNewsletter }

export const action = formAction(options, async ({ context, readForm }) => {
  const form = await readForm(addressSchema)
  const result = await requestLeave(form.input.email, context.clientAddress)
  if (!result.ok) return form.refuse({ notice: failure(formatTooMany(result.minutes)) })
  const { leaveFirst, left } = siteMessages.newsletter
  return redirectWith(form.from, { notice: success(result.needsConfirmation ? leaveFirst : left) })
})

export default function NewsletterLeave() {
  return (
    <NewsletterPage>
      <p>Which address should we unsubscribe?</p>
      <PostForm form="leave-newsletter" action={paths.leaveNewsletter}>
        <EmailField label="E-mail address" />
        <Submit>Unsubscribe</Submit>
      </PostForm>
    </NewsletterPage>
  )
}
