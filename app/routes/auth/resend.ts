/** POST /auth/resend: another code for the challenge of this browser, 90 s after the last one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { findUnfinished } from '~/accounts/challenges.server'
import { askerOf } from '~/accounts/known-browser.server'
import { resendCode } from '~/accounts/send-code.server'
import { readForm } from '~/http/input.server'
import { readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { refused } from '~/outcome'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/?dialog=otp')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}), { form: 'resend' })
  const visitor = readVisitor(request, context)
  const challenge = visitor.challengeId === null ? null : await findUnfinished(visitor.challengeId)
  const result = challenge
    ? await resendCode(challenge.id, await askerOf(visitor, challenge.phone_number))
    : refused('ended')
  return result.ok
    ? redirectWith(form.from, { notice: success(messages.otp.resent) })
    : refuseJoin('otp', form, result)
}
