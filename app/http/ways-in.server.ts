/** Sign-in by password and by code, as remix-auth strategies (docs/decisions/0010-remix-auth.md). */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppLoadContext } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { z } from 'zod/v4'
import { signIn, signInFormSchema, type SignedIn } from '~/accounts/join/sign-in.server'
import type { OnSignUp } from '~/accounts/join/sign-up.server'
import { enterCode, otpSchema } from '~/accounts/otp/enter-code.server'
import type { JoinForm } from '~/accounts/join/join-texts'
import type { JoiningVisitor } from '~/accounts/join/joining-visitor'
import { accountMessages } from '~/messages/account'
import { success } from '~/notice'
import { readForm, type FormInput } from './input.server'
import { joinCookie, keepNumber, readVisitor, refuseJoin } from './join.server'
import { redirectWith } from './respond.server'
import { startSession } from './session.server'
import { closeDialog, openDialog } from './urls'

interface Entered {
  from: string
  /** Null when the code only opens the form for a new password. */
  session: SignedIn | null
  isNew: boolean
}

interface Call {
  request: Request
  context: AppLoadContext
  onSignUp: OnSignUp
}

interface Credentials<Input> extends Call {
  form: FormInput<Input>
  visitor: JoiningVisitor
}

/** What a strategy needs beyond the copy of the request that remix-auth gives it. */
const calls = new AsyncLocalStorage<Call>()

class JoinStrategy<Schema extends z.ZodType> extends Strategy<Entered, Credentials<z.output<Schema>>> {
  constructor(
    readonly name: JoinForm,
    private readonly fields: { schema: Schema; secrets: string[] },
    verify: Strategy.VerifyFunction<Entered, Credentials<z.output<Schema>>>,
  ) {
    super(verify)
  }

  /** Reads the original request: if the action fails later, its form is sent back by it. */
  override async authenticate(): Promise<Entered> {
    const call = calls.getStore()
    if (!call) throw new Error('call authenticate() of this file')
    const { schema, secrets } = this.fields
    const form = await readForm(call.request, schema, { form: this.name, secrets })
    return this.verify({ ...call, form, visitor: readVisitor(call.request, call.context) })
  }
}

const byPassword = new JoinStrategy(
  'sign-in',
  { schema: signInFormSchema, secrets: ['password', 'request_key'] },
  async ({ form, visitor, request }) => {
    const session = await signIn(form.input, visitor)
    if (!session.ok) throw keepNumber(request, refuseJoin('sign-in', form, session), form.input.phone_number)
    return { from: form.from, session, isNew: false }
  },
)

const byCode = new JoinStrategy(
  'otp',
  { schema: otpSchema, secrets: ['otp'] },
  async ({ form, visitor, onSignUp }) => {
    const entered = await enterCode(form.input.otp, visitor, onSignUp)
    if (!entered.ok)
      throw entered.reason === 'used' ? redirectWith(form.from) : refuseJoin('otp', form, entered)
    return { from: form.from, session: entered.session, isNew: entered.purpose === 'sign-up' }
  },
)

const authenticator = new Authenticator<Entered>().use(byPassword).use(byCode)

const refuseSignUp: OnSignUp = () => Promise.reject(new Error('no account is made here'))

/** Throws the redirect back to the form, with its text in the flash. */
export function authenticate(
  way: 'sign-in' | 'otp',
  request: Request,
  context: AppLoadContext,
  onSignUp: OnSignUp = refuseSignUp,
): Promise<Entered> {
  running++
  return calls
    .run({ request, context, onSignUp }, () => authenticator.authenticate(way, request))
    .finally(() => {
      // Once used, it makes every promise of the process slower until it is disabled.
      if (--running === 0) calls.disable()
    })
}

let running = 0

/** Opens the session, or the form for a new password. */
export async function letIn(request: Request, { from, session, isNew }: Entered, headers = new Headers()) {
  if (!session) return redirectWith(openDialog(from, 'reset-password'))
  headers.append('Set-Cookie', await startSession(request, session))
  headers.append('Set-Cookie', joinCookie.end())
  const { done } = isNew ? accountMessages.signUp : accountMessages.signIn
  return redirectWith(closeDialog(from), { notice: success(done), headers })
}
