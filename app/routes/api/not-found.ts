/** Whatever else is asked for below /api. */
import { refuseApi } from '~/api/refuse.server'

const refuse = () => refuseApi(404, 'There is no such call. /api/docs lists them all.')

export const loader = refuse
export const action = refuse
