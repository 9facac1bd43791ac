/** The action of a route with a form. Its failures are answered in the same way by every server. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { isDatabaseAway, isDatabaseThere } from '~/platform/db/client.server'
import { errorFacts, log, loggedPath } from '~/platform/log.server'
import { LARGEST_DESK_BODY, LARGEST_MIXED_BODY } from '~/platform/config/body-limits'
import type { Message } from '~/messages/message'
import { failure, type Notice } from '~/messages/notice'
import { siteMessages } from '~/messages/site'
import { listFilesAgain, readFileForm, readFormData, readMediaType } from './body.server'
import { listReturnedValues } from './form-values'
import { requireSameOrigin } from './guard.server'
import { isByScript } from './navigation.server'
import { returnForm } from './respond.server'
import { isDeskPage, safePage } from './urls'

interface WhenAway {
  /** What the form says while the database is away. */
  failed?: Message | ((values: Record<string, string>) => Message)
  /** As of readForm(), for what fails before it. */
  form?: string
  fallback?: string
}

type Action = (args: ActionFunctionArgs) => Promise<Response>

/**
 * While the database is away the answer is 303 to the form's page with `failed` and what was typed. A form that was sent by scripts
 * gets 503 instead, because its page could not be read either, and keeps what it has. All other errors are thrown.
 */
export function formAction(whenAway: WhenAway, action: Action): Action {
  return async (args) => {
    const { request } = args
    let answer: Response
    try {
      answer = await action(args)
    } catch (error) {
      answer = error instanceof Response ? error : await returnFailedForm(request, error, whenAway)
      if (!isRedirect(answer)) throw answer
    }
    if (isRedirect(answer) && isByScript(request) && !(await isDatabaseThere()))
      throw new Response(null, { status: 503 })
    return answer
  }
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

interface ReadForm {
  from: string
  values: Record<string, string>
  refuse(notice: Notice): Response
}

const forms = new WeakMap<Request, ReadForm>()
/** A body can be read only once, and the session is read before the form is validated. */
const bodies = new WeakMap<Request, FormData>()

export function registerBody(request: Request, data: FormData): void {
  bodies.set(request, data)
}

export function registerForm(request: Request, form: ReadForm): void {
  forms.set(request, form)
}

/** Throws the error if the database is not away, and 403, 413, 415 and 400. */
async function returnFailedForm(request: Request, error: unknown, whenAway: WhenAway): Promise<Response> {
  if (!isDatabaseAway(error)) throw error
  const { failed = siteMessages.failure } = whenAway
  log('error', 'form failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) })
  const form = forms.get(request) ?? (await readFailedForm(request, whenAway))
  return form.refuse(failure(typeof failed === 'function' ? failed(form.values) : failed))
}

async function readFailedForm(request: Request, { form = '', fallback }: WhenAway): Promise<ReadForm> {
  requireSameOrigin(request)
  const data = bodies.get(request) ?? (await readAnyForm(request))
  const from = safePage(data.get('from'), fallback)
  const values = listReturnedValues(data)
  const errors = listFilesAgain(data)
  return { from, values, refuse: (notice) => returnForm(from, { form, values, errors }, notice) }
}

/** Its route is not known here: the largest of any form there. */
const readAnyForm = (request: Request) =>
  readMediaType(request) === 'multipart/form-data'
    ? readFileForm(request, isDeskPage(new URL(request.url)) ? LARGEST_DESK_BODY : LARGEST_MIXED_BODY)
    : readFormData(request)
