import { formatWait } from '~/platform/formats/count'
import { fill, type Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { siteMessages } from '~/messages/site'
import { formatRupees } from '~/platform/formats/money'
import type { deleteAccount } from '~/domain/privacy/deletion.server'

type Refusal = Exclude<Awaited<ReturnType<typeof deleteAccount>>, { ok: true }>

const { privacy, signIn } = accountMessages

const { limits } = siteMessages

export function formatDeletionRefusal(refusal: Refusal): {
  message?: Message
  errors?: Record<string, string>
} {
  switch (refusal.reason) {
    case 'wrong-password':
      return { message: signIn.wrongPassword, errors: { password: signIn.wrongPassword.text } }
    case 'busy':
    case 'failed':
      return { message: siteMessages.failure }
    case 'tooMany':
      return { message: { text: fill(limits.tooMany.text, { wait: formatWait(refusal.minutes) }) } }
    case 'on-its-way':
      return { message: privacy.onItsWay }
    case 'forfeit': {
      const amount = formatRupees(refusal.available + refusal.pending)
      return { errors: { forfeit: fill(privacy.forfeit, { amount }) } }
    }
  }
}
