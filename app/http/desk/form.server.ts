import { LARGEST_DESK_BODY } from '~/platform/config/body-limits'
import { readGuarded } from '../input.server'
import { readFileForm } from '../body.server'

/** The form may have files, even too large ones. Throws the guard's 403, and the limits' 413, 415 and 400. */
export const readDeskForm = (request: Request): Promise<FormData> =>
  readGuarded(request, () => readFileForm(request, LARGEST_DESK_BODY))
