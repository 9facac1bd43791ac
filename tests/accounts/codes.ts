import { resetPassword } from '~/domain/accounts/reset-password.server'
import { startWithPhone } from '~/domain/accounts/code-sign-in.server'
import { enterCode } from '~/domain/accounts/enter-code.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { newAddress } from './mails'
import { readCode, visitor } from './people'

export type CodePurpose = 'otp-sign-in' | 'forgot-password'

/** From a new address. Refused where no code is sent, as to a number without an account. */
export async function sendCode(purpose: CodePurpose, phone_number: string) {
  const who = visitor({ address: newAddress() })
  const sent = await startWithPhone(purpose, { phone_number, request_key: null }, who)
  if (!sent.ok) return sent
  const { challengeId } = sent
  return { ok: true as const, who: { ...who, challengeId }, code: await readCode(challengeId) }
}

type Sent = Extract<Awaited<ReturnType<typeof sendCode>>, { ok: true }>

export const enterSentCode = ({ who, code }: Pick<Sent, 'who' | 'code'>) =>
  enterCode(code, who, inheritFromDeparture)

export async function resetByCode(phone_number: string, password: string) {
  const sent = await sendCode('forgot-password', phone_number)
  if (!sent.ok) return sent
  const entered = await enterSentCode(sent)
  if (!entered.ok) return entered
  const { challengeId, address } = sent.who
  return resetPassword(challengeId, { new_password: password, confirm_password: password }, address)
}
