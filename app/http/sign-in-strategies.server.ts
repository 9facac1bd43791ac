/** Routes call these directly: the Authenticator would only look them up by name, and copies the request. */
import type { AppLoadContext } from '@remix-run/node'
import { Strategy } from 'remix-auth/strategy'
import type { z } from 'zod/v4'
import type { MemberSession } from '~/domain/accounts/member-session.server'
import { signIn, signInFormSchema } from '~/domain/accounts/sign-in.server'
import type { AuthForm } from '~/domain/accounts/refusals'
import type { OnSignUp } from '~/domain/accounts/sign-up.server'
import { enterCode, otpSchema } from '~/domain/accounts/enter-code.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { readForm, type FormInput } from './input.server'
import { authFlowCookie, rememberPhone, readClientContext, refuseAuth } from './auth-flow.server'
import { redirectWith } from './respond.server'
import { startSession } from './session.server'
import { closeDialog, openDialog } from './urls'

interface VerifiedSignIn {
  from: string
  session: MemberSession | null
  isNew: boolean
}

interface Submission<Input> {
  request: Request
  form: FormInput<Input>
}

class FormStrategy<Schema extends z.ZodType> extends Strategy<VerifiedSignIn, Submission<z.output<Schema>>> {
  constructor(
    readonly name: AuthForm,
    private readonly fields: { schema: Schema; secrets: string[] },
    verify: Strategy.VerifyFunction<VerifiedSignIn, Submission<z.output<Schema>>>,
  ) {
    super(verify)
  }

  override async authenticate(request: Request): Promise<VerifiedSignIn> {
    const { schema, secrets } = this.fields
    return this.verify({ request, form: await readForm(request, schema, { form: this.name, secrets }) })
  }
}

/** Throws the redirect back to the form, with the refusal in the flash. */
export const passwordStrategy = (context: AppLoadContext) =>
  new FormStrategy(
    'sign-in',
    { schema: signInFormSchema, secrets: ['password', 'request_key'] },
    async ({ request, form }) => {
      const session = await signIn(form.input, readClientContext(request, context))
      if (!session.ok)
        throw rememberPhone(request, refuseAuth('sign-in', form, session), form.input.phone_number)
      return { from: form.from, session, isNew: false }
    },
  )

/** Like passwordStrategy(). `onSignUp` runs in the transaction that creates the account. */
export const codeStrategy = (context: AppLoadContext, onSignUp: OnSignUp) =>
  new FormStrategy('otp', { schema: otpSchema, secrets: ['otp'] }, async ({ request, form }) => {
    const entered = await enterCode(form.input.otp, readClientContext(request, context), onSignUp)
    if (!entered.ok)
      throw entered.reason === 'used' ? redirectWith(form.from) : refuseAuth('otp', form, entered)
    return { from: form.from, session: entered.session, isNew: entered.purpose === 'sign-up' }
  })

export async function completeSignIn(
  request: Request,
  { from, session, isNew }: VerifiedSignIn,
  headers = new Headers(),
) {
  if (!session) return redirectWith(openDialog(from, 'reset-password'))
  headers.append('Set-Cookie', await startSession(request, session))
  headers.append('Set-Cookie', authFlowCookie.end())
  const { done } = isNew ? accountMessages.signUp : accountMessages.signIn
  return redirectWith(closeDialog(from), { notice: success(done), headers })
}
