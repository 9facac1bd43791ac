import { formatTooMany } from '~/messages/actions'
import { accountMessages } from '~/messages/account'
import { failure, type Notice } from '~/messages/notice'
import { paths } from '~/paths'

export const IMAGE_SIZE = 256

export const IMAGE_FORM = 'profile-image'
export const IMAGE_FIELD = 'image'

export const buildImageUrl = (version: string) => `${paths.profileImage}?v=${version}`

export const IMAGE_PROBLEMS = {
  noImage: accountMessages.profileImage.missing,
  otherType: accountMessages.profileImage.otherType,
  unreadable: accountMessages.profileImage.unfit,
}

type Refusal = { reason: keyof typeof IMAGE_PROBLEMS | 'failed' } | { reason: 'tooMany'; minutes: number }

export function explainImageRefusal(refusal: Refusal): { notice?: Notice; error?: string } {
  const { profileImage } = accountMessages
  if (refusal.reason === 'tooMany') return { notice: failure(formatTooMany(refusal.minutes)) }
  return refusal.reason === 'failed'
    ? { notice: failure(profileImage.failed) }
    : { error: IMAGE_PROBLEMS[refusal.reason] }
}
