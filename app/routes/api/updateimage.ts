import { toImageUrl } from '~/api/answers.server'
import { IMAGE_PROBLEMS } from '~/domain/accounts/profile-image'
import { findProfileImage, saveProfileImage } from '~/domain/accounts/profile-image.server'
import { requireOwnId } from '~/api/request.server'
import { updateImage } from '~/api/profile'
import { refuseApi, refuseTooMany } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { readFileForm } from '~/http/body.server'
import { readSingleFile } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'

const api = serveApi(
  apiCall(updateImage, async ({ user, request }) => {
    const form = await readFileForm(request)
    requireOwnId(user, form.get('user_id'))
    const saved = await saveProfileImage(user.id, await readSingleFile(form.getAll('image')))
    if (!saved.ok) {
      if (saved.reason === 'tooMany') throw refuseTooMany(saved)
      if (saved.reason === 'failed')
        throw refuseApi(503, accountMessages.profileImage.failed.title, { error: saved.reason })
      const problem = IMAGE_PROBLEMS[saved.reason]
      throw refuseApi(422, problem, { error: 'noImage', errors: { image: problem } })
    }
    const image = await findProfileImage(user.id)
    return reply(200, {
      success: true,
      message: accountMessages.profileImage.updated.title,
      image_url: image ? toImageUrl(image) : '',
    })
  }),
)

export const loader = api.loader
export const action = api.action
