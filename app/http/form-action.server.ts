/** The forms of the shop (docs/forms.md): their actions, and what these read. Failures are answered in the same way by every server. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'
import { LARGEST_DESK_BODY, LARGEST_FILE, LARGEST_MIXED_BODY } from '~/platform/config/body-limits'
import { isDatabaseAway, isDatabaseThere } from '~/platform/db/client.server'
import { errorFacts, log, loggedPath } from '~/platform/log.server'
import { accountMessages } from '~/messages/account'
import { fill, type Message } from '~/messages/message'
import { failure, type Notice } from '~/messages/notice'
import { siteMessages } from '~/messages/site'
import { readFileForm, readFormData, readMediaType } from './body.server'
import {
  createForms,
  type BodyKind,
  type FormOptions,
  type FormReader,
  type ReadForm,
  type UploadedBytes,
} from './form/forms.server'
import { isLeftOut } from './form-draft.server'
import { findFormTokenHash } from './form-token.server'
import { requireFormToken, requireSameOrigin } from './guard.server'
import { markMissingCookies } from './probe.server'
import { refusal, returnForm } from './respond.server'
import { requireFormOwner } from './session.server'
import { isDeskPage } from './urls'

export const emptySchema = z.object({})

export type FormInput<Input> = ReadForm<Input, Notice>

/** For input that no form of this site sends, such as a repeated field. */
export const MALFORMED = 'Please fill in this field.'

const isOfDesk = ({ url }: Request) => isDeskPage(new URL(url))

function readBody(request: Request, kind: BodyKind): Promise<FormData> {
  if (kind === 'upload') return readFileForm(request)
  if (kind === 'mixed') return readFileForm(request, LARGEST_MIXED_BODY)
  if (kind === 'fields' || readMediaType(request) !== 'multipart/form-data') return readFormData(request)
  return readFileForm(request, isOfDesk(request) ? LARGEST_DESK_BODY : LARGEST_MIXED_BODY)
}

/** Throws 403 for a missing token, and the redirect to the sign-in for a form of another member. */
async function requireOwnForm(request: Request, data: FormData): Promise<void> {
  if (requireSameOrigin(request).needsToken) {
    const tokenHash = await findFormTokenHash(request)
    if (tokenHash) requireFormToken(tokenHash, data.get('csrf'))
  }
  if (!isOfDesk(request)) await requireFormOwner(request, data)
}

/** Null without a file, with an empty one or with more than one. Throws 413 above 5 MB. */
export async function readSingleFile([file, ...more]: FormDataEntryValue[]): Promise<UploadedBytes | null> {
  if (!file || typeof file === 'string' || more.length || file.size === 0) return null
  if (file.size > LARGEST_FILE) throw refusal(413, 'Content Too Large')
  return { type: file.type.toLowerCase(), bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Bodies are refused with 413, 415, 400, and 503 when the queue for files is full. */
export const { createFormReader, readSentForm, ...forms } = createForms<Notice>({
  requireSameOrigin,
  requireOwnForm,
  readBody,
  readFile: readSingleFile,
  isLeftOut,
  choosePage: (request, data, page) => (data.has('request_key') ? markMissingCookies(request, page) : page),
  returnForm,
  summarizeErrors: (n) =>
    n > 2 ? failure({ text: fill(accountMessages.fields.several, { n }) }) : undefined,
  texts: { malformed: MALFORMED, fileAgain: siteMessages.forms.fileAgain },
  database: {
    isAway: isDatabaseAway,
    isThere: isDatabaseThere,
    report: (request, error) =>
      log('error', 'form failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) }),
  },
})

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
  forms.createAction((params) => {
    const { failed = siteMessages.failure, ...form } =
      typeof options === 'function' ? options(params) : options
    return { ...form, failed: (values) => failure(typeof failed === 'function' ? failed(values) : failed) }
  }, action)
