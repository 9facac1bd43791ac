import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { findUnfinished } from '~/domain/accounts/challenges.server'
import { identifySubject } from '~/domain/accounts/known-browser.server'
import { resendCode } from '~/domain/accounts/otp.server'
import { formAction } from '~/http/form-action.server'
import { readClientContext, refuseAuth } from '~/http/auth-flow.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { refused } from '~/platform/outcome'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, '/?dialog=otp')

const resendSchema = z.object({
  sent_at: z
    .string()
    .regex(/^\d{1,14}$/)
    .transform((ms) => new Date(Number(ms)))
    .nullable()
    .catch(null),
})

const options = { form: 'resend', secrets: ['sent_at'], failed: accountMessages.otp.notSent }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const form = await readForm(resendSchema)
  const visitor = readClientContext(request, context)
  const challenge = visitor.challengeId === null ? null : await findUnfinished(visitor.challengeId)
  const result = challenge
    ? await resendCode(
        challenge.id,
        await identifySubject(visitor, challenge.phone_number),
        form.input.sent_at,
      )
    : refused('ended')
  return result.ok
    ? redirectWith(form.from, { notice: success(accountMessages.otp.resent) })
    : refuseAuth('otp', form, result)
})
