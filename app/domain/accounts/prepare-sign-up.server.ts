import { z } from 'zod/v4'
import { accountMessages } from '~/messages/account'
import { done, refused } from '~/platform/outcome'
import { consumeAddressSend } from './attempt-limits.server'
import { hashUnlessBusy, findPasswordProblem } from './passwords.server'
import { findReferrer, findTakenContact, type NewUser } from './users.server'
import * as fields from './fields.server'
import type { ClientContext } from './client-context'
import { TERMS_VERSION } from './terms'

export type Person = Pick<
  z.output<typeof signUpSchema>,
  'username' | 'phone_number' | 'email' | 'password' | 'referred_by'
>

type Contact = Pick<Person, 'email' | 'phone_number' | 'referred_by'>

async function findConflicts({ email, phone_number, referred_by }: Contact) {
  const [taken, referrer] = await Promise.all([
    findTakenContact(email, phone_number),
    referred_by === null ? null : findReferrer(referred_by),
  ])
  return { taken, referrer, referralUnknown: referred_by !== null && !referrer }
}

/** Counts like a sign-up, because it reveals the same. Null also over the limit. */
export async function findExtraErrors(fields: Record<string, unknown>, visitor: ClientContext) {
  const { email, phone_number, referred_by } = signUpSchema.shape
  const read = <Value>(schema: z.ZodType<Value>, name: string) => schema.safeParse(fields[name]).data
  const contact: Contact = {
    email: read(email, 'email') ?? '',
    phone_number: read(phone_number, 'phone_number') ?? '',
    referred_by: read(referred_by, 'referred_by') ?? null,
  }
  if (!contact.email && !contact.phone_number && !contact.referred_by) return null
  const count = await consumeAddressSend({ address: visitor.address, known: null })
  if (!count.ok) return null
  const { taken, referralUnknown } = await findConflicts(contact)
  if (taken) return refused(taken, { referralUnknown })
  return referralUnknown ? refused('referralUnknown') : null
}

export async function prepareSignUp(input: Person, address: string) {
  const { taken, referrer, referralUnknown } = await findConflicts(input)
  if (taken) return refused(taken, { referralUnknown })
  if (referralUnknown) return refused('referralUnknown')
  const password_hash = await hashUnlessBusy(input.password, address)
  if (!password_hash) return refused('failed')
  const payload: Payload = {
    username: input.username,
    email: input.email,
    password_hash,
    referred_by: referrer?.id ?? null,
    terms_version: TERMS_VERSION,
    terms_accepted_at: new Date().toISOString(),
  }
  return done({ payload })
}

export const signUpSchema = z
  .object({
    username: fields.username,
    phone_number: fields.phoneNumber,
    email: fields.email,
    password: fields.newPassword,
    referred_by: fields.referredBy,
    agreeToTerms: fields.mustTick(accountMessages.fields.terms),
    request_key: fields.requestKey,
  })
  .superRefine((person, context) => {
    const problem = findPasswordProblem(person.password, person)
    if (problem)
      context.addIssue({ code: 'custom', path: ['password'], message: accountMessages.fields[problem] })
  })

export type Payload = Omit<NewUser, 'phone_number' | 'email' | 'terms_accepted_at'> & {
  email: string
  terms_accepted_at: string
}
