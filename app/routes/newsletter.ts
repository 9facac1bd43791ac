import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { subscriptionSchema } from '~/outreach/newsletter'
import { subscribe } from '~/outreach/newsletter.server'

/** Only the form leads here. */
export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request }: ActionFunctionArgs) {
  const { input, from } = await readForm(request, subscriptionSchema, { form: 'newsletter' })
  await subscribe(input.email)
  return redirectWith(from, { notice: success(messages.newsletter.done) })
}
