import { z } from 'zod/v4'
import { fill } from '~/messages/message'
import { LARGEST_MIXED_BODY } from '~/platform/config/body-limits'
import { accountMessages } from '~/messages/account'
import { failure, type FormFlash, type Notice } from '~/messages/notice'
import { listFilesAgain, readFileForm, readFormData } from './body.server'
import { registerBody, registerForm } from './form-action.server'
import { requireFormToken, requireSameOrigin } from './guard.server'
import { markMissingCookies } from './probe.server'
import { returnForm } from './respond.server'
import { findFormTokenHash } from './form-token.server'
import { requireFormOwner } from './session.server'
import { isDeskPage, safePage } from './urls'

export interface FormInput<Input> {
  input: Input
  from: string
  typed: FormFlash
  /** Of the option `file`; null: none was chosen. */
  file: Uint8Array | null
  refuse(answer: { notice?: Notice; errors?: Record<string, string> }, to?: string): Response
}

interface FormOptions {
  form: string
  secrets?: string[]
  fallback?: string
  anchor?: string
  /** An optional file beside other fields, and what is wrong with it. The route's handle has `body: 'mixed'`. */
  file?: { field: string; explain: (bytes: Uint8Array) => string | null }
  /** Checks beyond the schema, so that all errors are shown at once. */
  extraErrors?: (fields: Record<string, unknown>) => Promise<Parameters<FormInput<unknown>['refuse']>[0]>
}

export const emptySchema = z.object({})

/** For input that no form of this site sends, such as a repeated field. */
export const MALFORMED = 'Please fill in this field.'

function summarizeErrors(errors: Record<string, string>): Notice | undefined {
  const n = Object.keys(errors).length
  return n > 2 ? failure({ text: fill(accountMessages.fields.several, { n }) }) : undefined
}

const META_FIELDS = new Set(['from', 'csrf', 'keep'])

/** Throws the guard's 403, the limits' 413, 415 and 400, and the redirect back for invalid input. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { form, secrets = [], fallback = '/', anchor, file: wanted, extraErrors }: FormOptions,
): Promise<FormInput<z.output<Schema>>> {
  const data = await readGuarded(request, () =>
    wanted ? readFileForm(request, LARGEST_MIXED_BODY) : readFormData(request),
  )
  const fields = collect(data)
  const page = safePage(data.get('from'), fallback)
  const markedPage = data.has('request_key') ? markMissingCookies(request, page) : page
  const from = anchor ? `${markedPage.split('#')[0]}#${anchor}` : markedPage
  const values = Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !secrets.includes(field[0]),
    ),
  )
  const typed: FormFlash = { form, values, errors: {} }
  const { bytes: file, errors: fileErrors } = await readOptionalFile(data, wanted)
  const refuse: FormInput<unknown>['refuse'] = ({ notice, errors: wrong = {} }, to = from) => {
    // The field of the file is the last one, and the first error gets the focus.
    const errors = { ...wrong, ...(wanted && file && !(wanted.field in wrong) && listFilesAgain(data)) }
    return returnForm(to, { ...typed, errors }, notice ?? summarizeErrors(errors))
  }

  registerForm(request, { from, values, refuse: (notice) => refuse({ notice }) })

  const parsed = schema.safeParse(fields, { error: () => MALFORMED })
  if (parsed.success && !Object.keys(fileErrors).length)
    return { input: parsed.data, from, typed, file, refuse }
  const wrong = parsed.success ? {} : firstErrors(parsed.error)
  const { notice, errors } = (await extraErrors?.(fields)) ?? {}
  throw refuse({ notice, errors: { ...errors, ...wrong, ...fileErrors } })
}

async function readOptionalFile(
  data: FormData,
  wanted: FormOptions['file'],
): Promise<{ bytes: Uint8Array | null; errors: Record<string, string> }> {
  const sent = (wanted ? data.getAll(wanted.field) : []).filter((one) => !isNothing(one))
  if (!wanted || !sent.length) return { bytes: null, errors: {} }
  const [file] = sent
  if (typeof file === 'string' || sent.length > 1)
    return { bytes: null, errors: { [wanted.field]: MALFORMED } }
  const bytes = new Uint8Array(await file!.arrayBuffer())
  const problem = wanted.explain(bytes)
  return { bytes, errors: problem === null ? {} : { [wanted.field]: problem } }
}

/** What a browser sends for a file field without a file. */
const isNothing = (one: FormDataEntryValue) =>
  typeof one === 'string' ? one === '' : one.size === 0 && one.name === ''

/** Throws 403 for another site, what `read` throws, and the redirect to the sign-in for a form of another member. */
export async function readGuarded(request: Request, read: () => Promise<FormData>): Promise<FormData> {
  const { needsToken } = requireSameOrigin(request)
  const data = await read()
  registerBody(request, data)
  if (needsToken) {
    const tokenHash = await findFormTokenHash(request)
    if (tokenHash) requireFormToken(tokenHash, data.get('csrf'))
  }
  if (!isDeskPage(new URL(request.url))) await requireFormOwner(request, data)
  return data
}

/** PostgreSQL cannot store NUL. */
function collect(data: FormData): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of data) {
    if (META_FIELDS.has(name) || typeof value !== 'string') continue
    fields.set(name, [...(fields.get(name) ?? []), value.replaceAll('\0', '')])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

function firstErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message
  return errors
}
