import { IMAGE_FIELD, IMAGE_FORM } from '~/accounts/profile/profile-image'
import { accountMessages } from '~/messages/account'
import { moneyMessages } from '~/messages/money'
import { claimPath, paths } from '~/paths'
import type { FormFlash } from '~/notice'
import { writeFlash } from './flash.server'
import { returnForm } from './respond.server'

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

/** Leads back to the form with the error at its field, where a route's own reader has found it; null without a form with a file. */
export function returnTooLarge(request: Request): Response | null {
  const found = findFileForm(new URL(request.url).pathname)
  return found && returnForm(found.page, writeError(found))
}

const writeError = ({ form, field, error }: FileForm): FormFlash => ({
  form,
  values: {},
  errors: { [field]: error },
})

/** Requests the form's page with the error as its flash; null if the route has no form with a file. */
export function buildTooLargeRequest(request: Request): Request | null {
  const found = findFileForm(new URL(request.url).pathname)
  if (!found) return null
  const [flash = ''] = writeFlash(found.page, { form: writeError(found) }).split(';', 1)
  const others = (request.headers.get('Cookie') ?? '')
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith('flash='))
  return new Request(new URL(found.page, request.url), { headers: { Cookie: [...others, flash].join('; ') } })
}
