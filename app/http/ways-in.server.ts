/** Sign-in by password and by code, as remix-auth strategies. A refusal is thrown as its response. */
import type { AppLoadContext } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { z } from 'zod/v4'
import type { Purpose } from '~/accounts/otp/challenges.server'
import { enterCode, otpSchema } from '~/accounts/otp/enter-code.server'
import { signIn, signInFormSchema, type SignedIn } from '~/accounts/join/sign-in.server'
import type { OnSignUp, JoiningVisitor } from '~/accounts/join/sign-up.server'
import { rememberFormOf } from './failed-form.server'
import { readForm, type FormInput } from './input.server'
import { keepNumber, readVisitor, refuseJoin } from './join.server'
import { redirectWith } from './respond.server'

interface Ways {
  'sign-in': {
    from: string
    session: SignedIn
  }
  otp: {
    from: string
    purpose: Purpose
    session: SignedIn | null
  }
}
type Way = keyof Ways

interface Credentials<Input> {
  form: FormInput<Input>
  visitor: JoiningVisitor
  request: Request
}

class JoinStrategy<Name extends Way, Schema extends z.ZodType> extends Strategy<
  Ways[Name],
  Credentials<z.output<Schema>>
> {
  constructor(
    readonly name: Name,
    private readonly fields: { schema: Schema; secrets: string[] },
    private readonly original: Request,
    private readonly context: AppLoadContext,
    verify: (credentials: Credentials<z.output<Schema>>) => Promise<Ways[Name]>,
  ) {
    super(verify)
  }

  override async authenticate(request: Request): Promise<Ways[Name]> {
    const { schema, secrets } = this.fields
    const form = await readForm(request, schema, { form: this.name, secrets })
    rememberFormOf(request, this.original)
    return this.verify({ form, visitor: readVisitor(request, this.context), request })
  }
}

const byPassword = (request: Request, context: AppLoadContext) =>
  new JoinStrategy(
    'sign-in',
    { schema: signInFormSchema, secrets: ['password', 'request_key'] },
    request,
    context,
    async ({ form, visitor, request }) => {
      const session = await signIn(form.input, visitor)
      if (!session.ok)
        throw keepNumber(request, refuseJoin('sign-in', form, session), form.input.phone_number)
      return { from: form.from, session }
    },
  )

const byCode = (request: Request, context: AppLoadContext, onSignUp: OnSignUp) =>
  new JoinStrategy(
    'otp',
    { schema: otpSchema, secrets: ['otp'] },
    request,
    context,
    async ({ form, visitor }) => {
      const entered = await enterCode(form.input.otp, visitor, onSignUp)
      if (!entered.ok)
        throw entered.reason === 'used' ? redirectWith(form.from) : refuseJoin('otp', form, entered)
      return { from: form.from, purpose: entered.purpose, session: entered.session }
    },
  )

const refuseSignUp: OnSignUp = () => Promise.reject(new Error('no account is made here'))

export function authenticate<Name extends Way>(
  way: Name,
  request: Request,
  context: AppLoadContext,
  onSignUp: OnSignUp = refuseSignUp,
): Promise<Ways[Name]> {
  const authenticator = new Authenticator<Ways[Way]>()
    .use(byPassword(request, context))
    .use(byCode(request, context, onSignUp))
  return authenticator.authenticate(way, request) as Promise<Ways[Name]>
}
