import { IMAGE_FIELD, IMAGE_FORM } from '~/domain/accounts/profile-image'
import { accountMessages } from '~/messages/account'
import { moneyMessages } from '~/messages/money'
import { claimPath, paths } from '~/paths'
import { writeFlash } from './flash.server'

interface FileForm {
  page: string
  form: string
  field: string
  error: string
}

const PROOF_PATH = /^\/account\/claims\/(\d{1,15})\/proof$/i

function findFileForm(pathname: string): FileForm | null {
  if (pathname.toLowerCase() === '/account/image')
    return {
      page: paths.account,
      form: IMAGE_FORM,
      field: IMAGE_FIELD,
      error: accountMessages.profileImage.tooLarge,
    }
  const [, claim] = PROOF_PATH.exec(pathname) ?? []
  return claim === undefined
    ? null
    : {
        page: claimPath(Number(claim)),
        form: 'claim-proof',
        field: 'proof',
        error: moneyMessages.claims.proofTooLarge,
      }
}

/** Requests the form's page with the error as its flash; null if the route has no form with a file. */
export function buildTooLargeRequest(request: Request): Request | null {
  const found = findFileForm(new URL(request.url).pathname)
  if (!found) return null
  const { page, form, field, error } = found
  const [flash = ''] = writeFlash(page, { form: { form, values: {}, errors: { [field]: error } } }).split(
    ';',
    1,
  )
  const others = (request.headers.get('Cookie') ?? '')
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith('flash='))
  return new Request(new URL(page, request.url), { headers: { Cookie: [...others, flash].join('; ') } })
}
