/** API clients have no cookie: their proof is a sealed challenge id, valid once and for five minutes. */
import { seal, unseal } from '~/platform/db/seal.server'
import { done, refused } from '~/platform/outcome'
import { consumeAddressSend } from './attempt-limits.server'
import type { ClientContext } from './client-context'
import { findChallenge, findOpenChallenge, type Purpose } from './challenges.server'
import { identifySubject } from './known-browser.server'
import { prepareSignUp, type Person, finishSignUp, type OnSignUp } from './sign-up.server'
import { findPasswordProblem } from './passwords.server'
import { resetPassword } from './reset-password.server'
import * as otp from './otp.server'
import { finishOtpSignIn } from './code-sign-in.server'
import { findTakenContact, findUserByPhone } from './users.server'

const PLACE = 'otp_token'
const CHALLENGE = 'otp_challenge'
const MARK = { client: 'api' }

interface CodeSubject {
  phone: string
  purpose: Purpose
}

export async function sendProofCode({ phone, purpose }: CodeSubject, visitor: ClientContext) {
  const asker = await identifySubject(visitor, phone)
  const result = await otp.sendPreparedCode(
    { purpose, phone, challengeId: null, requestKey: null, asker },
    async () => (await refuseNumber(phone, purpose)) ?? done({ payload: MARK }),
  )
  if (!result.ok) return result
  const open = await findOpenChallenge(result.challengeId)
  return done({ challenge: seal(result.challengeId, CHALLENGE), demoCode: open?.demoCode ?? null })
}

async function refuseNumber(phone: string, purpose: Purpose) {
  if (purpose === 'sign-up') return (await findTakenContact('', phone)) ? refused('phoneTaken') : null
  return (await findUserByPhone(phone)) ? null : refused('unknownUser')
}

export async function verifyProofCode(
  { phone, purpose, challenge }: CodeSubject & { challenge: string },
  code: string,
  visitor: ClientContext,
) {
  const challengeId = tryUnseal(challenge, CHALLENGE)
  const storedChallenge = challengeId === null ? null : await findChallenge(challengeId)
  if (!storedChallenge || storedChallenge.phone_number !== phone || storedChallenge.purpose !== purpose)
    return refused('ended')
  const verified = await otp.verify(storedChallenge.id, code, await identifySubject(visitor, phone))
  return verified.ok ? done({ proof: seal(storedChallenge.id, PLACE) }) : verified
}

function tryUnseal(text: string, place: string): string | null {
  try {
    return unseal(text, place)
  } catch {
    return null
  }
}

async function openProof(proof: string, { phone, purpose }: CodeSubject): Promise<string | null> {
  const challengeId = tryUnseal(proof, PLACE)
  const open = challengeId === null ? null : await findOpenChallenge(challengeId)
  return open?.verified && open.purpose === purpose && open.phone === phone ? challengeId : null
}

/** Limited like requests for codes, because it reveals accounts. */
export async function hasAccount(phone: string, visitor: ClientContext) {
  const count = await consumeAddressSend({ address: visitor.address, known: null })
  return count.ok ? done({ exists: (await findUserByPhone(phone)) !== null }) : count
}

export async function findContactConflict(
  given: { email: string; phone_number: string },
  visitor: ClientContext,
) {
  const count = await consumeAddressSend({ address: visitor.address, known: null })
  if (!count.ok) return count
  const taken = await findTakenContact(given.email, given.phone_number)
  return taken ? refused(taken) : done()
}

export async function signUpByProof(
  person: Person,
  proof: string,
  visitor: ClientContext,
  onSignUp: OnSignUp,
) {
  const problem = findPasswordProblem(person.password, person)
  if (problem) return refused(problem)
  const subject: CodeSubject = { phone: person.phone_number, purpose: 'sign-up' }
  const challengeId = await openProof(proof, subject)
  if (!challengeId) return refused('noProof')
  const prepared = await prepareSignUp(person, visitor.address)
  if (!prepared.ok) return prepared
  return finishSignUp(challengeId, visitor, onSignUp, prepared.payload)
}

export async function signInByProof(phone: string, proof: string, visitor: ClientContext) {
  const challengeId = await openProof(proof, { phone, purpose: 'otp-sign-in' })
  return challengeId ? finishOtpSignIn(challengeId, visitor) : refused('noProof')
}

export async function resetByProof(phone: string, password: string, proof: string, visitor: ClientContext) {
  const challengeId = await openProof(proof, { phone, purpose: 'forgot-password' })
  if (!challengeId) return refused('noProof')
  return resetPassword(challengeId, { new_password: password, confirm_password: password }, visitor.address)
}
