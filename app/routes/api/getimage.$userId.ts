import { findProfileImage } from '~/domain/accounts/profile-image.server'
import { toImageUrl } from '~/api/answers.server'
import { getImage } from '~/api/profile'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(getImage, async ({ user }) => {
    const image = await findProfileImage(user.id)
    const message = image ? 'Your profile image.' : 'There is no profile image.'
    return reply(200, { success: true, image_url: image && toImageUrl(image), message })
  }),
)

export const loader = api.loader
export const action = api.action
