import { randomUUID } from 'node:crypto'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { done, refused } from '~/platform/outcome'
import { consumeTestCode } from './attempt-limits.server'
import { getOtpProvider } from './codes/provider.server'

/** Nobody can sign in with the code. Limit: five an hour for all numbers. `mayHaveSent` false: certainly not sent. */
export async function sendTestCode(phone: string) {
  const provider = getOtpProvider()
  if (provider.name === 'demo') return refused('demo')
  const count = await consumeTestCode()
  if (!count.ok) return count
  try {
    const sent = await provider.send({ challengeId: randomUUID(), purpose: 'sign-in', phone })
    if (sent.demo_code !== null) return refused('demo')
    return done({ provider: provider.name, reference: sent.provider_reference })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return refused('provider', { provider: provider.name, kind: error.kind, mayHaveSent: error.mayHaveActed })
  }
}
