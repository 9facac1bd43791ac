/** The action of a route with a form. Its failures are answered in the same way by every server. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { isDatabaseAway, isDatabaseThere } from '~/platform/db/client.server'
import { errorFacts, log, loggedPath } from '~/platform/log.server'
import type { Message } from '~/messages/message'
import { failure } from '~/messages/notice'
import { siteMessages } from '~/messages/site'
import { createFormReader, type FormOptions, type FormReader, type Returned } from './input.server'
import { isByScript } from './form/navigation'

interface ActionOptions extends FormOptions {
  /** What the form says while the database is away. */
  failed?: Message | ((values: Record<string, string>) => Message)
}

export type FormActionArgs = ActionFunctionArgs & FormReader

/**
 * `options`: of the form, which may depend on the address. While the database is away the answer is 303 to the form's page with
 * `failed` and what was typed. A form that was sent by scripts gets 503 instead, because its page could not be read either, and keeps
 * what it has. All other errors are thrown.
 */
export function formAction(
  options: ActionOptions | ((params: ActionFunctionArgs['params']) => ActionOptions),
  action: (args: FormActionArgs) => Promise<Response>,
) {
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const { request } = args
    const { failed = siteMessages.failure, ...form } =
      typeof options === 'function' ? options(args.params) : options
    const { findReturned, ...reader } = createFormReader(request, form)
    let answer: Response
    try {
      answer = await action({ ...args, ...reader })
    } catch (error) {
      answer =
        error instanceof Response ? error : await returnFailedForm(request, error, findReturned, failed)
      if (!isRedirect(answer)) throw answer
    }
    if (isRedirect(answer) && isByScript(request) && !(await isDatabaseThere()))
      throw new Response(null, { status: 503 })
    return answer
  }
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

/** Throws the error if the database is not away, and 403, 413, 415 and 400. */
async function returnFailedForm(
  request: Request,
  error: unknown,
  findReturned: () => Promise<Returned>,
  failed: NonNullable<ActionOptions['failed']>,
): Promise<Response> {
  if (!isDatabaseAway(error)) throw error
  log('error', 'form failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) })
  const { values, refuse } = await findReturned()
  return refuse(failure(typeof failed === 'function' ? failed(values) : failed))
}
