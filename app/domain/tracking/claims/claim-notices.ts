import type { NewNotification } from '~/domain/outreach/notifications.server'
import { claimPath } from '~/paths'
import type { Claim, ClaimState } from '../claim'

const WORDS: Record<
  Exclude<ClaimState, 'received'> | 'appealed' | 'written',
  { title: string; body: string }
> = {
  appealed: { title: 'Appeal received', body: 'We look at your claim {id} again.' },
  sent: { title: 'Claim sent', body: 'We have asked the store about your claim {id}.' },
  answered: { title: 'Claim answered', body: 'There is an answer to your claim {id}.' },
  credited: { title: 'Claim credited', body: 'Your claim {id} was right: the amount is on its page.' },
  declined: { title: 'Claim declined', body: 'Your claim {id} was declined; its page says why.' },
  written: { title: 'New message', body: 'We have written to you about your claim {id}.' },
}

/** `key` distinguishes two notices of one kind. */
export function buildClaimNotice(
  { id, user_id }: Pick<Claim, 'id' | 'user_id'>,
  what: keyof typeof WORDS,
  key: number | string = what,
): NewNotification {
  const { title, body } = WORDS[what]
  return {
    userId: user_id,
    topic: 'money',
    reference: `claim:${id}:${what}${key === what ? '' : `:${key}`}`,
    title,
    body: body.replace('{id}', `CL-${id}`),
    href: claimPath(id),
  }
}
