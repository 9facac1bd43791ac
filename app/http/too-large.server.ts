/** A file that is too long to be read: the form says so, on the page that it stands on. */
import { IMAGE_FIELD, IMAGE_FORM } from '~/accounts/profile-image'
import { messages } from '~/messages'
import { writeFlash } from './flash.server'

const PAGE = '/Account'

/**
 * The request for the page of the form that was sent to this address, with the form's error; null where no form has a
 * file. The body is not asked: nobody has read it.
 */
export function tooLargeForm(request: Request): Request | null {
  const { pathname } = new URL(request.url)
  if (pathname.toLowerCase() !== '/account/image') return null
  const errors = { [IMAGE_FIELD]: messages.profileImage.tooLarge }
  const [flash = ''] = writeFlash(PAGE, { form: { form: IMAGE_FORM, values: {}, errors } }).split(';', 1)
  const others = (request.headers.get('Cookie') ?? '')
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith('flash='))
  return new Request(new URL(PAGE, request.url), { headers: { Cookie: [...others, flash].join('; ') } })
}
