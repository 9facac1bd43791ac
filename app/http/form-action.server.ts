/** The action of a route with a form. Its failures are answered in the same way by every server. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Message } from '~/messages/message'
import { failure, type Notice } from '~/messages/notice'
import { siteMessages } from '~/messages/site'
import type { FormOptions, FormReader } from './form/forms.server'
import { createAction } from './input.server'

interface ActionOptions extends FormOptions {
  /** What the form says while the database is away. */
  failed?: Message | ((values: Record<string, string>) => Message)
}

export type FormActionArgs = ActionFunctionArgs & FormReader<Notice>

/**
 * `options`: of the form, which may depend on the address. While the database is away the answer is 303 to the form's page with
 * `failed` and what was typed, by scripts 503. All other errors are thrown.
 */
export const formAction = (
  options: ActionOptions | ((params: ActionFunctionArgs['params']) => ActionOptions),
  action: (args: FormActionArgs) => Promise<Response>,
) =>
  createAction((params) => {
    const { failed = siteMessages.failure, ...form } =
      typeof options === 'function' ? options(params) : options
    return { ...form, failed: (values) => failure(typeof failed === 'function' ? failed(values) : failed) }
  }, action)
