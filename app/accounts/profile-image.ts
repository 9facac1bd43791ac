/** What the form of the profile image is called, and what its refusals say. */
import { fill, messages } from '~/messages'
import { failure, type Notice } from '~/notice'

/** Width and height of what is kept, in px. */
export const IMAGE_SIZE = 256

export const IMAGE_FORM = 'profile-image'
export const IMAGE_FIELD = 'image'

/** The address of the signed-in person's own image. */
export const imageAddress = (version: string) => `/Account/image?v=${version}`

type Refusal = { reason: 'noImage' | 'failed' } | { reason: 'tooMany'; minutes: number }

/** The notice of a refusal, or its text at the field. */
export function imageRefusal(refusal: Refusal): { notice?: Notice; error?: string } {
  const { limits, profileImage } = messages
  if (refusal.reason === 'tooMany')
    return { notice: failure({ text: fill(limits.tooMany.text, { n: refusal.minutes }) }) }
  return refusal.reason === 'noImage'
    ? { error: profileImage.missing }
    : { notice: failure(profileImage.failed) }
}
