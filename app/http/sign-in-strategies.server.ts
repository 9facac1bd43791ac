/** Routes call these directly: the Authenticator would only look them up by name, and copies the request. */
import { Strategy } from 'remix-auth/strategy'
import type { z } from 'zod/v4'
import type { MemberSession } from '~/domain/accounts/member-session.server'
import { signIn, signInFormSchema } from '~/domain/accounts/sign-in.server'
import type { OnSignUp } from '~/domain/accounts/sign-up.server'
import { enterCode, otpSchema } from '~/domain/accounts/enter-code.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import type { FormActionArgs } from './form-action.server'
import type { FormInput } from './form-action.server'
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
    readonly name: string,
    private readonly read: () => Promise<FormInput<z.output<Schema>>>,
    verify: Strategy.VerifyFunction<VerifiedSignIn, Submission<z.output<Schema>>>,
  ) {
    super(verify)
  }

  override async authenticate(request: Request): Promise<VerifiedSignIn> {
    return this.verify({ request, form: await this.read() })
  }
}

/** Throws the redirect back to the form, with the refusal in the flash. */
export const passwordStrategy = ({ context, readForm }: FormActionArgs) =>
  new FormStrategy<typeof signInFormSchema>(
    'sign-in',
    () => readForm(signInFormSchema),
    async ({ request, form }) => {
      const session = await signIn(form.input, readClientContext(request, context))
      if (!session.ok)
        throw rememberPhone(request, refuseAuth('sign-in', form, session), form.input.phone_number)
      return { from: form.from, session, isNew: false }
    },
  )

/** Like passwordStrategy(). `onSignUp` runs in the transaction that creates the account. */
export const codeStrategy = ({ context, readForm }: FormActionArgs, onSignUp: OnSignUp) =>
  new FormStrategy<typeof otpSchema>(
    'otp',
    () => readForm(otpSchema),
    async ({ request, form }) => {
      const entered = await enterCode(form.input.otp, readClientContext(request, context), onSignUp)
      if (!entered.ok)
        throw entered.reason === 'used' ? redirectWith(form.from) : refuseAuth('otp', form, entered)
      return { from: form.from, session: entered.session, isNew: entered.purpose === 'sign-up' }
    },
  )

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
