import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { formatTooMany } from '~/messages/actions'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/messages/notice'
import { subscriptionSchema } from '~/domain/outreach/newsletter-fields.server'
import { subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { TRAP } from '~/domain/outreach/newsletter'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/#newsletter')

const options = {
  form: 'newsletter',
  anchor: 'newsletter',
  secrets: [TRAP],
  failed: siteMessages.newsletter.failed,
}

export const action = formAction(options, async ({ context, readForm }) => {
  const form = await readForm(subscriptionSchema)
  const result = await subscribeToNewsletter(form.input, context.clientAddress)
  if (result.ok)
    return redirectWith(form.from, {
      notice: success(
        result.needsConfirmation ? siteMessages.newsletter.confirmFirst : siteMessages.newsletter.done,
      ),
      form: { form: 'newsletter', values: {}, errors: {}, inPlace: true },
    })
  const message = result.reason === 'failed' ? siteMessages.newsletter.failed : formatTooMany(result.minutes)
  return form.refuse({ notice: failure(message) })
})
