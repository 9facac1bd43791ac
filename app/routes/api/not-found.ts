import { refuseApi } from '~/api/refuse.server'
import { apiMessages } from '~/messages/api'

const refuse = () => refuseApi(404, apiMessages.api.unknownCall)

export const loader = refuse
export const action = refuse
