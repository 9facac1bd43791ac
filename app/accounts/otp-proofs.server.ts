/**
 * One-time codes for clients that have no cookie: the proof of a code is a sealed text, good for five minutes and one
 * use, and for the number and purpose it was made for. The challenges are those of the join dialog, marked as ours.
 */
import { and, desc, eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { otpChallenges } from '~/db/schema'
import { seal, unseal } from '~/db/seal.server'
import { done, refused } from '~/outcome'
import { takeSendOfAddress } from './attempt-limits.server'
import { findOpenChallenge, type Purpose } from './challenges.server'
import { findPasswordProblem } from './passwords.server'
import { resetPassword } from './reset-password.server'
import { isCounted, sendCode } from './send-code.server'
import { finishOtpSignIn } from './sign-in.server'
import { finishSignUp, prepareSignUp, type Person, type Visitor } from './sign-up.server'
import { findTaken, findUserByPhone } from './users.server'
import { verifyCode } from './verify-code.server'

const PLACE = 'otp_token'
const MARK = { client: 'api' }

interface Asked {
  /** +91XXXXXXXXXX */
  phone: string
  purpose: Purpose
}

/** Sends a code to a number: one without an account to sign up, one with an account for the rest. */
export async function sendProofCode({ phone, purpose }: Asked, visitor: Visitor) {
  const count = await takeSendOfAddress(visitor.address)
  if (!count.ok) return count
  if (purpose === 'sign-up') {
    if (await findTaken('', phone)) return refused('phoneTaken')
  } else if (!(await findUserByPhone(phone))) return refused('unknownUser')
  const sent = await sendCode({ purpose, phone, payload: MARK, challengeId: null, requestKey: null })
  if (!isCounted(sent)) await count.giveBack()
  if (!sent.ok) return sent
  const open = await findOpenChallenge(sent.challengeId)
  return done({ demoCode: open?.demoCode ?? null })
}

/** Exchanges a right code for its proof. */
export async function verifyProofCode({ phone, purpose }: Asked, code: string, visitor: Visitor) {
  const [challenge] = await db
    .select({ id: otpChallenges.id })
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.phone_number, phone),
        eq(otpChallenges.purpose, purpose),
        sql`${otpChallenges.payload} ->> 'client' = ${MARK.client}`,
      ),
    )
    .orderBy(desc(otpChallenges.sent_at))
    .limit(1)
  if (!challenge) return refused('ended')
  const verified = await verifyCode(challenge.id, code, visitor.address)
  return verified.ok ? done({ proof: seal(challenge.id, PLACE) }) : verified
}

/** The challenge that a proof stands for, where it is one for this number and purpose; null otherwise. */
async function openProof(proof: string, { phone, purpose }: Asked): Promise<string | null> {
  let challengeId: string
  try {
    challengeId = unseal(proof, PLACE)
  } catch {
    return null
  }
  const open = await findOpenChallenge(challengeId)
  return open?.verified && open.purpose === purpose && open.phone === phone ? challengeId : null
}

/** Whether a number has an account; as often as an address may ask for codes. */
export async function hasAccount(phone: string, visitor: Visitor) {
  const count = await takeSendOfAddress(visitor.address)
  return count.ok ? done({ exists: (await findUserByPhone(phone)) !== null }) : count
}

/** Done when neither belongs to somebody. */
export async function findConflict(given: { email: string; phone_number: string }, visitor: Visitor) {
  const count = await takeSendOfAddress(visitor.address)
  if (!count.ok) return count
  const taken = await findTaken(given.email, given.phone_number)
  return taken ? refused(taken) : done()
}

/** Makes the account that a proof allows, and opens its session. */
export async function signUpByProof(person: Person, proof: string, visitor: Visitor) {
  const problem = findPasswordProblem(person.password, person)
  if (problem) return refused(problem)
  const asked: Asked = { phone: person.phone_number, purpose: 'sign-up' }
  const challengeId = await openProof(proof, asked)
  if (!challengeId) return refused('noProof')
  const prepared = await prepareSignUp(person)
  if (!prepared.ok) return prepared
  return finishSignUp(challengeId, visitor, prepared.payload)
}

/** Opens the session that a proof allows. */
export async function signInByProof(phone: string, proof: string, visitor: Visitor) {
  const challengeId = await openProof(proof, { phone, purpose: 'otp-sign-in' })
  return challengeId ? finishOtpSignIn(challengeId, visitor) : refused('noProof')
}

/** Changes the password that a proof allows to change. */
export async function resetByProof(phone: string, password: string, proof: string) {
  const challengeId = await openProof(proof, { phone, purpose: 'forgot-password' })
  if (!challengeId) return refused('noProof')
  return resetPassword(challengeId, { new_password: password, confirm_password: password })
}
