import { errorFacts, log, loggedPath } from '~/platform/log.server'
import { failure, type Notice } from '~/messages/notice'
import { LARGEST_DESK_BODY } from '~/platform/config/body-limits'
import { listFilesAgain, readFileForm, readFormData, readMediaType } from './body.server'
import { FAILED_FORMS, type FailedForm } from './failed-forms'
import { listReturnedValues } from './form-values'
import { requireSameOrigin } from './guard.server'
import { returnForm } from './respond.server'
import { safePage } from './urls'

interface ReadForm {
  from: string
  values: Record<string, string>
  refuse(notice: Notice): Response
}

const forms = new WeakMap<Request, ReadForm>()
/** A body can be read only once, and who sent the form is looked up between. */
const bodies = new WeakMap<Request, FormData>()

export function registerBody(request: Request, data: FormData): void {
  bodies.set(request, data)
}

export function registerForm(request: Request, form: ReadForm): void {
  forms.set(request, form)
}

/** Null: the route has no form. Throws 403, 413, 415 and 400. */
export async function answerFailedForm(
  error: unknown,
  { routeId, request }: { routeId: string; request: Request },
): Promise<Response | null> {
  const failed = FAILED_FORMS[routeId]
  if (!failed) return null
  log('error', 'form failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) })
  const form = forms.get(request) ?? (await readFailedForm(request, failed))
  return form.refuse(failure(typeof failed.text === 'function' ? failed.text(form.values) : failed.text))
}

async function readFailedForm(request: Request, { form = '', fallback }: FailedForm): Promise<ReadForm> {
  requireSameOrigin(request)
  const data = bodies.get(request) ?? (await readAnyForm(request))
  const from = safePage(data.get('from'), fallback)
  const values = listReturnedValues(data)
  const errors = listFilesAgain(data)
  return { from, values, refuse: (notice) => returnForm(from, { form, values, errors }, notice) }
}

/** The server has limited the body by its route. */
const readAnyForm = (request: Request) =>
  readMediaType(request) === 'multipart/form-data'
    ? readFileForm(request, LARGEST_DESK_BODY)
    : readFormData(request)
