import type { LoaderFunctionArgs } from '@remix-run/node'
import { formAction } from '~/http/form-action.server'
import { readForm } from '~/http/input.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { formatTooMany } from '~/messages/actions'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/messages/notice'
import { subscriptionSchema } from '~/domain/outreach/newsletter-fields.server'
import { subscribeToNewsletter } from '~/domain/outreach/newsletter.server'
import { TRAP } from '~/domain/outreach/newsletter'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/#newsletter')

const whenAway = { failed: siteMessages.newsletter.failed, form: 'newsletter' }

export const action = formAction(whenAway, async ({ request, context }) => {
  const form = await readForm(request, subscriptionSchema, {
    form: 'newsletter',
    secrets: [TRAP],
    anchor: 'newsletter',
  })
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
