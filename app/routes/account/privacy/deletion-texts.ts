import { fill, type Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { FORGOT_PASSWORD, formatTooMany, TO_WALLET } from '~/messages/actions'
import { siteMessages } from '~/messages/site'
import { formatRupees } from '~/platform/formats/money'
import type { deleteAccount } from '~/domain/privacy/deletion.server'

type Refusal = Exclude<Awaited<ReturnType<typeof deleteAccount>>, { ok: true }>

const { privacy, signIn } = accountMessages

export function formatDeletionRefusal(refusal: Refusal): {
  message?: Message
  errors?: Record<string, string>
} {
  switch (refusal.reason) {
    case 'wrong-password':
      return {
        message: { ...signIn.wrongPassword, actions: [FORGOT_PASSWORD] },
        errors: { password: signIn.wrongPassword.text },
      }
    case 'busy':
    case 'failed':
      return { message: siteMessages.failure }
    case 'tooMany':
      return { message: formatTooMany(refusal.minutes) }
    case 'on-its-way':
      return { message: { ...privacy.onItsWay, actions: [TO_WALLET] } }
    case 'forfeit': {
      const amount = formatRupees(refusal.available + refusal.pending)
      return { errors: { forfeit: fill(privacy.forfeit, { amount }) } }
    }
  }
}
