/** Sends no SMS: the code is on the OTP page, and in the demo also in the log and the API. */
import { randomInt } from 'node:crypto'
import { env } from '~/platform/config/env.server'
import { log } from '~/platform/log.server'
import { hashCode, matchesCode } from './code-hash.server'
import { CODE_DIGITS, type OtpProvider } from './port'

export const demoProvider: OtpProvider = {
  name: 'demo',
  codePerPhone: false,
  async send(target) {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const { purpose, phone } = target
    if (env().demo) log('info', 'demo code', { purpose, phone, code })
    return { code_hash: hashCode(target, code), demo_code: code, provider_reference: null }
  },
  async verify(target, sent, code) {
    return sent.code_hash !== null && matchesCode(sent.code_hash, target, code)
  },
}
