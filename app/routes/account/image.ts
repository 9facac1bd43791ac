import { IMAGE_FIELD, IMAGE_FORM, explainImageRefusal } from '~/domain/accounts/profile-image'
import { findProfileImage, saveProfileImage } from '~/domain/accounts/profile-image.server'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { redirectWith, refusal, returnForm } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { success } from '~/messages/notice'
import { paths } from '~/paths'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { body: 'file' } satisfies RouteHandle

export { clientAction } from '~/http/route-exports'

/** We encoded this image ourselves; as a second defence browsers must treat it as an image only. */
const HEADERS = {
  'Content-Type': 'image/webp',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline; filename="profile.webp"',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Cookie',
}

const TOO_LARGE = {
  form: IMAGE_FORM,
  values: {},
  errors: { [IMAGE_FIELD]: accountMessages.profileImage.tooLarge },
}

export const loader = resource(async ({ request, context }) => {
  if (context.refusal?.status === 413) return returnForm(paths.account, TOO_LARGE)
  const user = await requireUser(request)
  const image = await findProfileImage(user.id)
  if (!image) return refusal(404, 'Not Found')
  const { version, webp } = image
  const isNamed = new URL(request.url).searchParams.get('v') === version
  const headers = {
    ...HEADERS,
    'Cache-Control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    ETag: `"${version}"`,
  }
  if (request.headers.get('If-None-Match') === headers.ETag)
    return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(webp), { headers })
})

const options = { form: IMAGE_FORM, fallback: paths.account, failed: accountMessages.profileImage.failed }

export const action = formAction(options, async ({ request, readUpload }) => {
  const user = await requireUser(request)
  const upload = await readUpload(IMAGE_FIELD)
  const result = await saveProfileImage(user.id, upload.file)
  return result.ok
    ? redirectWith(paths.account, { notice: success(accountMessages.profileImage.updated) })
    : upload.refuse(explainImageRefusal(result))
})
