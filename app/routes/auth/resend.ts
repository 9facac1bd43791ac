/** POST /auth/resend: another code for the challenge of this browser, 90 s after the last one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { resendCode } from '~/accounts/send-code.server'
import { readForm } from '~/http/input.server'
import { readVisitor, refuseJoin } from '~/http/join.server'
import { moveTo, redirectWith } from '~/http/respond.server'
import { messages } from '~/messages'
import { success } from '~/notice'
import { refused } from '~/outcome'

export const loader = ({ request }: LoaderFunctionArgs) => moveTo(request, '/')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, z.object({}), { form: 'resend' })
  const { challengeId, address } = readVisitor(request, context)
  const result = challengeId === null ? refused('ended') : await resendCode(challengeId, address)
  return result.ok
    ? redirectWith(form.from, { notice: success(messages.otp.resent) })
    : refuseJoin('otp', form, result)
}
