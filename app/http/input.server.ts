import { z } from 'zod/v4'
import { fill } from '~/messages/message'
import { LARGEST_DESK_BODY, LARGEST_FILE, LARGEST_MIXED_BODY } from '~/platform/config/body-limits'
import { accountMessages } from '~/messages/account'
import { failure, type FormFlash, type Notice } from '~/messages/notice'
import { listFilesAgain, readFileForm, readFormData, readMediaType } from './body.server'
import { listReturnedValues } from './form-values'
import { requireFormToken, requireSameOrigin } from './guard.server'
import { markMissingCookies } from './probe.server'
import { refusal, returnForm } from './respond.server'
import { findFormTokenHash } from './form-token.server'
import { requireFormOwner } from './session.server'
import { safePage, safePath } from './form/site-paths'
import { isDeskPage } from './urls'

/** What a route says of its form, once. */
export interface FormOptions {
  /** The name under which the flash returns what was refused: that of the page's PostForm. */
  form: string
  /** The page to come back to if the form names none. */
  fallback?: string
  /** The fragment of that page. */
  anchor?: string
  /** Fields that never come back. */
  secrets?: readonly string[]
  /** An optional file beside other fields, and what is wrong with it. The route's handle has `body: 'mixed'`. */
  file?: { field: string; explain: (bytes: Uint8Array) => string | null }
}

export interface FormInput<Input> {
  input: Input
  from: string
  typed: FormFlash
  /** Of the option `file`; null: none was chosen. */
  file: Uint8Array | null
  refuse(answer: { notice?: Notice; errors?: Record<string, string> }, to?: string): Response
}

export interface UploadedFile {
  file: { type: string; bytes: Uint8Array } | null
  from: string
  refuse(answer: { notice?: Notice; error?: string }): Response
}

/** Checks beyond the schema, so that all errors are shown at once. */
type ExtraErrors = (fields: Record<string, unknown>) => Promise<Parameters<FormInput<unknown>['refuse']>[0]>

export interface FormReader {
  /** Throws the guard's 403, the limits' 413, 415 and 400, and the redirect back for invalid input. */
  readForm: <Schema extends z.ZodType>(
    schema: Schema,
    extraErrors?: ExtraErrors,
  ) => Promise<FormInput<z.output<Schema>>>
  /** A form with a file and nothing else. Throws 403, 413 above 5 MB, 415, 400, and 503 when the queue is full. */
  readUpload: (field: string) => Promise<UploadedFile>
  /** A form of the desk as it was sent, with files, even too large ones. Throws the guard's 403, and the limits' 413, 415 and 400. */
  readDeskForm: () => Promise<FormData>
}

/** What can be sent back, whatever has been read. */
export interface Returned {
  values: Record<string, string>
  refuse: (notice: Notice) => Response
}

export const emptySchema = z.object({})

/** For input that no form of this site sends, such as a repeated field. */
export const MALFORMED = 'Please fill in this field.'

/** A body can be read only once: `findReturned` is for what fails before, while and after it is read. */
export function createFormReader(
  request: Request,
  { form, fallback = '/', anchor, secrets = [], file: wanted }: FormOptions,
): FormReader & { findReturned: () => Promise<Returned> } {
  let sent: FormData | null = null
  let guarded: Promise<FormData> | null = null
  let returned: Returned | null = null

  const readGuarded = (read: () => Promise<FormData>) =>
    (guarded ??= guardForm(request, async () => (sent = await read())))
  const addAnchor = (page: string) => (anchor ? `${page.split('#')[0]}#${anchor}` : page)

  async function readForm<Schema extends z.ZodType>(
    schema: Schema,
    extraErrors?: ExtraErrors,
  ): Promise<FormInput<z.output<Schema>>> {
    const data = await readGuarded(() =>
      wanted ? readFileForm(request, LARGEST_MIXED_BODY) : readFormData(request),
    )
    const fields = collect(data)
    const page = safePage(data.get('from'), fallback)
    const from = addAnchor(data.has('request_key') ? markMissingCookies(request, page) : page)
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
    returned = { values, refuse: (notice) => refuse({ notice }) }

    const parsed = schema.safeParse(fields, { error: () => MALFORMED })
    if (parsed.success && !Object.keys(fileErrors).length)
      return { input: parsed.data, from, typed, file, refuse }
    const wrong = parsed.success ? {} : firstErrors(parsed.error)
    const { notice, errors } = (await extraErrors?.(fields)) ?? {}
    throw refuse({ notice, errors: { ...errors, ...wrong, ...fileErrors } })
  }

  async function readUpload(field: string): Promise<UploadedFile> {
    const data = await readGuarded(() => readFileForm(request))
    const from = safePath(data.get('from'), fallback)
    const refuse: UploadedFile['refuse'] = ({ notice, error }) =>
      returnForm(from, { form, values: {}, errors: error === undefined ? {} : { [field]: error } }, notice)
    returned = { values: {}, refuse: (notice) => refuse({ notice }) }
    return { file: await readSingleFile(data.getAll(field)), from, refuse }
  }

  async function findReturned(): Promise<Returned> {
    if (returned) return returned
    requireSameOrigin(request)
    const data = sent ?? (await readAnyForm(request))
    const from = addAnchor(safePage(data.get('from'), fallback))
    const values = listReturnedValues(data, secrets)
    const errors = listFilesAgain(data)
    return { values, refuse: (notice) => returnForm(from, { form, values, errors }, notice) }
  }

  return {
    readForm,
    readUpload,
    readDeskForm: () => readGuarded(() => readDeskBody(request)),
    findReturned,
  }
}

const readDeskBody = (request: Request) => readFileForm(request, LARGEST_DESK_BODY)

/** As of FormReader, in a route whose answer to a form is no page. */
export const readDeskForm = (request: Request): Promise<FormData> =>
  guardForm(request, () => readDeskBody(request))

/** Throws 403 for another site, what `read` throws, and the redirect to the sign-in for a form of another member. */
async function guardForm(request: Request, read: () => Promise<FormData>): Promise<FormData> {
  const { needsToken } = requireSameOrigin(request)
  const data = await read()
  if (needsToken) {
    const tokenHash = await findFormTokenHash(request)
    if (tokenHash) requireFormToken(tokenHash, data.get('csrf'))
  }
  if (!isDeskPage(new URL(request.url))) await requireFormOwner(request, data)
  return data
}

/** The route may not have come to read it: the largest of any form there. */
const readAnyForm = (request: Request) =>
  readMediaType(request) === 'multipart/form-data'
    ? readFileForm(request, isDeskPage(new URL(request.url)) ? LARGEST_DESK_BODY : LARGEST_MIXED_BODY)
    : readFormData(request)

function summarizeErrors(errors: Record<string, string>): Notice | undefined {
  const n = Object.keys(errors).length
  return n > 2 ? failure({ text: fill(accountMessages.fields.several, { n }) }) : undefined
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

/** Null without a file, with an empty one or with more than one. Throws 413 above 5 MB. */
export async function readSingleFile([file, ...more]: FormDataEntryValue[]): Promise<UploadedFile['file']> {
  if (!file || typeof file === 'string' || more.length || file.size === 0) return null
  if (file.size > LARGEST_FILE) throw refusal(413, 'Content Too Large')
  return { type: file.type.toLowerCase(), bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** What a browser sends for a file field without a file. */
const isNothing = (one: FormDataEntryValue) =>
  typeof one === 'string' ? one === '' : one.size === 0 && one.name === ''

const META_FIELDS = new Set(['from', 'csrf', 'keep'])

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
