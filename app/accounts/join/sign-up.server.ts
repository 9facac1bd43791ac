import { z } from 'zod/v4'
import { db, type Tx } from '~/db/client.server'
import { messages } from '~/messages'
import { done, refused } from '~/outcome'
import { watchBrowser, watchSignUp } from '~/signals/people.server'
import { takeSendOfAddress } from '../attempt-limits.server'
import { consumeProof } from '../otp/challenges.server'
import * as fields from './fields.server'
import type { Device } from './known-browser.server'
import { findPasswordProblem, hashUnlessBusy } from '../passwords.server'
import { isCounted, sendCode } from '../otp/send-code.server'
import { openSession, repeatableToken } from '../sessions/sessions.server'
import { TERMS_VERSION } from './terms'
import { findReferrer, findTaken, insertUser, isTaken, type NewUser } from '../users.server'

export const signUpSchema = z
  .object({
    username: fields.username,
    phone_number: fields.phoneNumber,
    email: fields.email,
    password: fields.newPassword,
    referred_by: fields.referredBy,
    agreeToTerms: fields.mustTick(messages.fields.terms),
    request_key: fields.requestKey,
  })
  .superRefine((person, context) => {
    const problem = findPasswordProblem(person.password, person)
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: messages.fields[problem] })
  })

export interface JoiningVisitor {
  address: string
  agent: string | null
  challengeId: string | null
  /** From the cookie; session tokens for retries are derived from it. */
  secret?: string | null
  members: readonly number[]
  device?: Device | null
  kind?: 'cookie' | 'bearer'
}

export const tokenOfCode = ({ challengeId, secret }: JoiningVisitor): string | undefined =>
  challengeId && secret ? repeatableToken('code', `${challengeId}\0${secret}`) : undefined

/** Stored with the challenge until the code is verified; JSON, so dates are text. */
export type Payload = Omit<NewUser, 'phone_number' | 'terms_accepted_at'> & { terms_accepted_at: string }

export async function startSignUp(input: z.output<typeof signUpSchema>, visitor: JoiningVisitor) {
  const asker = { address: visitor.address, known: null }
  const count = await takeSendOfAddress(asker)
  if (!count.ok) return count
  const prepared = await prepareSignUp(input, visitor.address)
  if (!prepared.ok) return prepared
  const sent = await sendCode({
    purpose: 'sign-up',
    phone: input.phone_number,
    payload: prepared.payload,
    challengeId: visitor.challengeId,
    requestKey: input.request_key,
    asker,
  })
  if (!isCounted(sent)) await count.giveBack()
  return sent
}

export type Person = Pick<
  z.output<typeof signUpSchema>,
  'username' | 'phone_number' | 'email' | 'password' | 'referred_by'
>

type Joining = Pick<Person, 'email' | 'phone_number' | 'referred_by'>

async function findConflicts({ email, phone_number, referred_by }: Joining) {
  const [taken, referrer] = await Promise.all([
    findTaken(email, phone_number),
    referred_by === null ? null : findReferrer(referred_by),
  ])
  return { taken, referrer, referralUnknown: referred_by !== null && !referrer }
}

/** Conflicts of a form with other errors; counted like a sign-up, which reveals the same. Null also over the limit. */
export async function findMoreWrong(fields: Record<string, unknown>, visitor: JoiningVisitor) {
  const { email, phone_number, referred_by } = signUpSchema.shape
  const read = <Value>(schema: z.ZodType<Value>, name: string) => schema.safeParse(fields[name]).data
  const given: Joining = {
    email: read(email, 'email') ?? '',
    phone_number: read(phone_number, 'phone_number') ?? '',
    referred_by: read(referred_by, 'referred_by') ?? null,
  }
  if (!given.email && !given.phone_number && !given.referred_by) return null
  const count = await takeSendOfAddress({ address: visitor.address, known: null })
  if (!count.ok) return null
  const { taken, referralUnknown } = await findConflicts(given)
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

export type OnSignUp = (tx: Tx, member: { id: number; phone_number: string }) => Promise<void>

/** `given` replaces the payload of the challenge, for clients that keep it themselves. */
export async function finishSignUp(
  challengeId: string,
  visitor: JoiningVisitor,
  onSignUp: OnSignUp,
  given?: Payload,
) {
  let person: { email: string; phone: string } | null = null
  try {
    return await db.transaction(async (tx) => {
      const proof = await consumeProof(tx, challengeId, 'sign-up')
      if (!proof) return refused('ended')
      const { terms_accepted_at, ...payload } = given ?? (proof.payload as Payload)
      person = { email: payload.email, phone: proof.phone }
      const user = await insertUser(tx, {
        ...payload,
        phone_number: proof.phone,
        terms_accepted_at: new Date(terms_accepted_at),
      })
      await onSignUp(tx, { id: user.id, phone_number: proof.phone })
      const { address, members, agent, kind = 'cookie' } = visitor
      await watchSignUp(tx, user.id, address)
      await watchBrowser(tx, user.id, members)
      const token = tokenOfCode(visitor)
      const session = await openSession(
        { userId: user.id, remember: false, kind, openedBy: 'sign-up', agent, token },
        tx,
      )
      return done({ userId: user.id, token: session.token, remember: false })
    })
  } catch (error) {
    if (!isTaken(error) || !person) throw error
    const { email, phone } = person
    return refused((await findTaken(email, phone)) ?? 'failed')
  }
}
