import type { LoaderFunctionArgs } from '@remix-run/node'
import { savedPaths } from '~/edit-paths'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { formatTooMany } from '~/messages/actions'
import { choiceMessages } from '~/messages/mail-choices'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/messages/notice'
import { choicesSchema, saveMessageSettings } from '~/domain/outreach/message-settings.server'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

const YOUR_ACCOUNT = { label: 'Your account', href: paths.account }

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.notifications)

const options = { form: 'message-choices', fallback: paths.notifications }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(choicesSchema)
  const result = await saveMessageSettings(user.id, form.input, context.clientAddress)
  if (result.ok) {
    const { choices } = choiceMessages
    const { newsletter } = siteMessages
    const notice = result.needsConfirmation
      ? { title: choices.saved.text, text: newsletter.confirmFirst.text }
      : choices.saved
    return redirectWith(savedPaths.messageChoices, { notice: success(notice), saved: 'messages' })
  }
  return form.refuse({ notice: failure(describeRefusal(result)) })
})

function describeRefusal(refusal: Exclude<Awaited<ReturnType<typeof saveMessageSettings>>, { ok: true }>) {
  switch (refusal.reason) {
    case 'noAddress':
      return { text: choiceMessages.choices.noAddress, actions: [YOUR_ACCOUNT] }
    case 'failed':
      return siteMessages.newsletter.failed
    case 'tooMany':
      return formatTooMany(refusal.minutes)
  }
}
