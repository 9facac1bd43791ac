import { IMAGE_FIELD, IMAGE_FORM } from '~/accounts/profile/profile-image'
import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { writeFlash } from './flash.server'

const PAGE = paths.account

/** A GET of the form's page with the error as its flash; null for other paths. */
export function buildTooLargeRequest(request: Request): Request | null {
  const { pathname } = new URL(request.url)
  if (pathname.toLowerCase() !== '/account/image') return null
  const errors = { [IMAGE_FIELD]: accountMessages.profileImage.tooLarge }
  const [flash = ''] = writeFlash(PAGE, { form: { form: IMAGE_FORM, values: {}, errors } }).split(';', 1)
  const others = (request.headers.get('Cookie') ?? '')
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith('flash='))
  return new Request(new URL(PAGE, request.url), { headers: { Cookie: [...others, flash].join('; ') } })
}
