/** OTP for API clients, which have no cookie: a proof is a sealed challenge id, valid once and for five minutes. */
import { seal, unseal } from '~/db/seal.server'
import { done, refused } from '~/outcome'
import { takeSendOfAddress } from '../attempt-limits.server'
import type { JoiningVisitor } from '../join/joining-visitor'
import { findChallenge, findOpenChallenge, type Purpose } from './challenges.server'
import { askerOf } from '../join/known-browser.server'
import { prepareSignUp, type Person } from '../join/prepare-sign-up.server'
import { findPasswordProblem } from '../passwords.server'
import { resetPassword } from '../join/reset-password.server'
import { isCounted, sendCode } from './send-code.server'
import { finishOtpSignIn } from '../join/sign-in.server'
import { finishSignUp, type OnSignUp } from '../join/sign-up.server'
import { findTaken, findUserByPhone } from '../users.server'
import { verifyCode } from './verify-code.server'

const PLACE = 'otp_token'
const CHALLENGE = 'otp_challenge'
const MARK = { client: 'api' }

interface Asked {
  phone: string
  purpose: Purpose
}

/** The client must send `challenge` with the code: a phone number alone is not enough to use up its attempts. */
export async function sendProofCode({ phone, purpose }: Asked, visitor: JoiningVisitor) {
  const asker = await askerOf(visitor, phone)
  const count = await takeSendOfAddress(asker)
  if (!count.ok) return count
  if (purpose === 'sign-up') {
    if (await findTaken('', phone)) return refused('phoneTaken')
  } else if (!(await findUserByPhone(phone))) return refused('unknownUser')
  const sent = await sendCode({
    purpose,
    phone,
    payload: MARK,
    challengeId: null,
    requestKey: null,
    asker,
  })
  if (!isCounted(sent)) await count.giveBack()
  if (!sent.ok) return sent
  const open = await findOpenChallenge(sent.challengeId)
  return done({ challenge: seal(sent.challengeId, CHALLENGE), demoCode: open?.demoCode ?? null })
}

export async function verifyProofCode(
  { phone, purpose, challenge }: Asked & { challenge: string },
  code: string,
  visitor: JoiningVisitor,
) {
  const challengeId = unsealed(challenge, CHALLENGE)
  const found = challengeId === null ? null : await findChallenge(challengeId)
  if (!found || found.phone_number !== phone || found.purpose !== purpose) return refused('ended')
  const verified = await verifyCode(found.id, code, await askerOf(visitor, phone))
  return verified.ok ? done({ proof: seal(found.id, PLACE) }) : verified
}

function unsealed(text: string, place: string): string | null {
  try {
    return unseal(text, place)
  } catch {
    return null
  }
}

async function openProof(proof: string, { phone, purpose }: Asked): Promise<string | null> {
  const challengeId = unsealed(proof, PLACE)
  const open = challengeId === null ? null : await findOpenChallenge(challengeId)
  return open?.verified && open.purpose === purpose && open.phone === phone ? challengeId : null
}

/** Limited like requests for codes, because it reveals accounts. */
export async function hasAccount(phone: string, visitor: JoiningVisitor) {
  const count = await takeSendOfAddress({ address: visitor.address, known: null })
  return count.ok ? done({ exists: (await findUserByPhone(phone)) !== null }) : count
}

export async function findContactConflict(
  given: { email: string; phone_number: string },
  visitor: JoiningVisitor,
) {
  const count = await takeSendOfAddress({ address: visitor.address, known: null })
  if (!count.ok) return count
  const taken = await findTaken(given.email, given.phone_number)
  return taken ? refused(taken) : done()
}

export async function signUpByProof(
  person: Person,
  proof: string,
  visitor: JoiningVisitor,
  onSignUp: OnSignUp,
) {
  const problem = findPasswordProblem(person.password, person)
  if (problem) return refused(problem)
  const asked: Asked = { phone: person.phone_number, purpose: 'sign-up' }
  const challengeId = await openProof(proof, asked)
  if (!challengeId) return refused('noProof')
  const prepared = await prepareSignUp(person, visitor.address)
  if (!prepared.ok) return prepared
  return finishSignUp(challengeId, visitor, onSignUp, prepared.payload)
}

export async function signInByProof(phone: string, proof: string, visitor: JoiningVisitor) {
  const challengeId = await openProof(proof, { phone, purpose: 'otp-sign-in' })
  return challengeId ? finishOtpSignIn(challengeId, visitor) : refused('noProof')
}

export async function resetByProof(phone: string, password: string, proof: string, visitor: JoiningVisitor) {
  const challengeId = await openProof(proof, { phone, purpose: 'forgot-password' })
  if (!challengeId) return refused('noProof')
  return resetPassword(challengeId, { new_password: password, confirm_password: password }, visitor.address)
}
