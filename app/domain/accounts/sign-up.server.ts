import { z } from 'zod/v4'
import { accountMessages } from '~/messages/account'
import { db, type Tx } from '~/platform/db/client.server'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused } from '~/platform/outcome'
import { watchBrowser, watchSignUp } from '~/domain/signals/people.server'
import { consumeAddressSend } from './attempt-limits.server'
import { hashUnlessBusy, findPasswordProblem } from './passwords.server'
import {
  findReferrer,
  findTakenContact,
  type NewUser,
  findUserById,
  insertUser,
  isTaken,
} from './users.server'
import * as fields from './fields.server'
import type { ClientContext } from './client-context'
import type { findOpenChallenge } from './challenges.server'
import { isAddressHeld } from './address/holders.server'
import { sendAddressLink } from './email-address.server'
import * as otp from './otp.server'
import { openSession, deriveRepeatableToken } from './sessions.server'

/** The version of /TermsConditions; change it with every change of the text. */
export const TERMS_VERSION = '2026-11'

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

/** All fields of the form but secrets: a field that is missing here would come back empty. */
type Entries = Record<Exclude<keyof z.input<typeof signUpSchema>, 'password' | 'request_key'>, string>

export async function readPreviousEntries({
  purpose,
  phone,
  payload,
}: NonNullable<Awaited<ReturnType<typeof findOpenChallenge>>>): Promise<Record<string, string>> {
  const phone_number = phone.replace(/^\+91/, '')
  if (purpose !== 'sign-up' || !payload) return { phone_number }
  const { username, email, referred_by } = payload as Partial<Payload>
  const referrer = referred_by ? await findUserById(referred_by) : null
  const entries: Entries = {
    phone_number,
    username: username ?? '',
    email: email ?? '',
    referred_by: referrer?.referral_code ?? '',
    agreeToTerms: 'on',
  }
  return entries
}

export const deriveCodeToken = ({ challengeId, secret }: ClientContext): string | undefined =>
  challengeId && secret ? deriveRepeatableToken('code', `${challengeId}\0${secret}`) : undefined

export function startSignUp(input: z.output<typeof signUpSchema>, visitor: ClientContext) {
  const { challengeId, address } = visitor
  const asker = { address, known: null }
  return otp.sendPreparedCode(
    { purpose: 'sign-up', phone: input.phone_number, challengeId, requestKey: input.request_key, asker },
    () => prepareSignUp(input, address),
  )
}

export type OnSignUp = (tx: Tx, member: { id: number; phone_number: string }) => Promise<void>

/** A failure is only logged: the account exists, and the mail can be requested again. */
async function sendFirstLink(userId: number, { email }: { email: string }, address: string): Promise<void> {
  try {
    await sendAddressLink(userId, email, address)
  } catch (error) {
    log('error', 'link of a sign-up not sent', errorFacts(error))
  }
}

/** `payloadOverride` replaces the challenge's payload, for clients that keep it themselves. */
export async function finishSignUp(
  challengeId: string,
  visitor: ClientContext,
  onSignUp: OnSignUp,
  payloadOverride?: Payload,
) {
  let person: { email: string; phone: string } | null = null
  try {
    const signedUp = await db.transaction(async (tx) => {
      const proof = await otp.consume(tx, challengeId, 'sign-up')
      if (!proof) return refused('ended')
      const { terms_accepted_at, ...payload } = payloadOverride ?? (proof.payload as Payload)
      person = { email: payload.email, phone: proof.phone }
      const user = await insertUser(tx, {
        ...payload,
        email: (await isAddressHeld(tx, payload.email)) ? null : payload.email,
        phone_number: proof.phone,
        terms_accepted_at: new Date(terms_accepted_at),
      })
      await onSignUp(tx, { id: user.id, phone_number: proof.phone })
      const { address, members, agent, kind = 'cookie' } = visitor
      await watchSignUp(tx, user.id, address)
      await watchBrowser(tx, user.id, members)
      const token = deriveCodeToken(visitor)
      const session = await openSession(
        { userId: user.id, remember: false, kind, openedBy: 'sign-up', agent, token },
        tx,
      )
      return done({ userId: user.id, token: session.token, remember: false })
    })
    if (signedUp.ok) await sendFirstLink(signedUp.userId, person!, visitor.address)
    return signedUp
  } catch (error) {
    if (!isTaken(error) || !person) throw error
    const { email, phone } = person
    return refused((await findTakenContact(email, phone)) ?? 'failed')
  }
}
