/** All other paths below /api. */
import { refuseApi } from '~/api/refuse.server'
import { messages } from '~/messages'

const refuse = () => refuseApi(404, messages.api.unknownCall)

export const loader = refuse
export const action = refuse
