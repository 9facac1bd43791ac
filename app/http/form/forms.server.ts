/** Forms that are read strictly and refused by a redirect with what was typed. The site says what it guards, limits and words. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod/v4'
import { listFilesAgain, listReturnedValues, META_FIELDS, type FormFlash } from './form-flash'
import { isByScript } from './navigation'
import { safePage, safePath } from './site-paths'

/** 'fields': a form without files; 'mixed': with one beside other fields; 'upload': a file alone; 'any': whatever the route may get. */
export type BodyKind = 'fields' | 'mixed' | 'upload' | 'any'

export interface UploadedBytes {
  type: string
  bytes: Uint8Array
}

export interface FormSite<Notice> {
  /** Throws what another site gets. It is asked before the body is read. */
  requireSameOrigin: (request: Request) => void
  /** Throws the answer to a form that does not belong to the session of the request. */
  requireOwnForm: (request: Request, data: FormData) => Promise<void>
  /** Throws the refusals of what is too large or no form. */
  readBody: (request: Request, kind: BodyKind) => Promise<FormData>
  /** Null without a file, with an empty one or with more than one. Throws the refusal of one that is too large. */
  readFile: (entries: FormDataEntryValue[]) => Promise<UploadedBytes | null>
  /** Fields that no form gets back: secrets, and what a page fills by itself. */
  isLeftOut: (name: string) => boolean
  /** To which page a form goes back, of that which it names. */
  choosePage?: (request: Request, data: FormData, page: string) => string
  /** A 303 with the form in the flash. */
  returnForm: (to: string, form: FormFlash, notice?: Notice) => Response
  /** Above a form with several errors. */
  summarizeErrors: (count: number) => Notice | undefined
  /** `malformed`: input that no form of the site sends, such as a repeated field. `fileAgain`: the file has to be chosen again. */
  texts: { malformed: string; fileAgain: string }
  /** `report` logs the error of a form that was returned because of it. */
  database: {
    isAway: (error: unknown) => boolean
    isThere: () => Promise<boolean>
    report: (request: Request, error: unknown) => void
  }
}

/** What a route says of its form, once. */
export interface FormOptions {
  /** The name under which the flash returns what was refused: that of the page's form. */
  form: string
  /** The page to come back to if the form names none. */
  fallback?: string
  /** The fragment of that page. */
  anchor?: string
  /** Fields that never come back. */
  secrets?: readonly string[]
  /** An optional file beside other fields, and what is wrong with it. */
  file?: { field: string; explain: (bytes: Uint8Array) => string | null }
}

export interface ReadForm<Input, Notice> {
  input: Input
  from: string
  typed: FormFlash
  /** Of the option `file`; null: none was chosen. */
  file: Uint8Array | null
  refuse(answer: { notice?: Notice; errors?: Record<string, string> }, to?: string): Response
}

export interface UploadedFile<Notice> {
  file: UploadedBytes | null
  from: string
  refuse(answer: { notice?: Notice; error?: string }): Response
}

/** Checks beyond the schema, so that all errors are shown at once. */
type ExtraErrors<Notice> = (
  fields: Record<string, unknown>,
) => Promise<{ notice?: Notice; errors?: Record<string, string> }>

export interface FormReader<Notice> {
  /** Throws the refusals of the site, and the redirect back for invalid input. */
  readForm: <Schema extends z.ZodType>(
    schema: Schema,
    extraErrors?: ExtraErrors<Notice>,
  ) => Promise<ReadForm<z.output<Schema>, Notice>>
  /** A form with a file and nothing else. Throws the refusals of the site. */
  readUpload: (field: string) => Promise<UploadedFile<Notice>>
  /** A form as it was sent, with files, even too large ones. Throws the refusals of the site. */
  readSentForm: () => Promise<FormData>
}

/** What can be sent back, whatever has been read. */
interface Returned<Notice> {
  values: Record<string, string>
  refuse: (notice: Notice) => Response
}

interface ActionOptions<Notice> extends FormOptions {
  /** What the form says while the database is away. */
  failed: (values: Record<string, string>) => Notice
}

/** `readSentForm` is for routes whose answer to a form is no page. */
export function createForms<Notice>(site: FormSite<Notice>) {
  const { texts, returnForm } = site

  async function readGuarded(request: Request, kind: BodyKind, keep: (data: FormData) => void = () => {}) {
    site.requireSameOrigin(request)
    const data = await site.readBody(request, kind)
    keep(data)
    await site.requireOwnForm(request, data)
    return data
  }

  /** A body can be read only once: `findReturned` is for what fails before, while and after it is read. */
  function createFormReader(
    request: Request,
    { form, fallback = '/', anchor, secrets = [], file: wanted }: FormOptions,
  ): FormReader<Notice> & { findReturned: () => Promise<Returned<Notice>> } {
    let sent: FormData | null = null
    let guarded: Promise<FormData> | null = null
    let returned: Returned<Notice> | null = null

    const read = (kind: BodyKind) =>
      (guarded ??= readGuarded(request, kind, (data) => {
        sent = data
      }))
    const addAnchor = (page: string) => (anchor ? `${page.split('#')[0]}#${anchor}` : page)

    async function readForm<Schema extends z.ZodType>(
      schema: Schema,
      extraErrors?: ExtraErrors<Notice>,
    ): Promise<ReadForm<z.output<Schema>, Notice>> {
      const data = await read(wanted ? 'mixed' : 'fields')
      const fields = collect(data)
      const page = safePage(data.get('from'), fallback)
      const from = addAnchor(site.choosePage?.(request, data, page) ?? page)
      const values = Object.fromEntries(
        Object.entries(fields).filter(
          (field): field is [string, string] => typeof field[1] === 'string' && !secrets.includes(field[0]),
        ),
      )
      const typed: FormFlash = { form, values, errors: {} }
      const { bytes: file, errors: fileErrors } = await readOptionalFile(data, wanted, texts.malformed)
      const refuse: ReadForm<unknown, Notice>['refuse'] = ({ notice, errors: wrong = {} }, to = from) => {
        // The field of the file is the last one, and the first error gets the focus.
        const errors = {
          ...wrong,
          ...(wanted && file && !(wanted.field in wrong) && listFilesAgain(data, texts.fileAgain)),
        }
        return returnForm(
          to,
          { ...typed, errors },
          notice ?? site.summarizeErrors(Object.keys(errors).length),
        )
      }
      returned = { values, refuse: (notice) => refuse({ notice }) }

      const parsed = schema.safeParse(fields, { error: () => texts.malformed })
      if (parsed.success && !Object.keys(fileErrors).length)
        return { input: parsed.data, from, typed, file, refuse }
      const wrong = parsed.success ? {} : firstErrors(parsed.error)
      const { notice, errors } = (await extraErrors?.(fields)) ?? {}
      throw refuse({ notice, errors: { ...errors, ...wrong, ...fileErrors } })
    }

    async function readUpload(field: string): Promise<UploadedFile<Notice>> {
      const data = await read('upload')
      const from = safePath(data.get('from'), fallback)
      const refuse: UploadedFile<Notice>['refuse'] = ({ notice, error }) =>
        returnForm(from, { form, values: {}, errors: error === undefined ? {} : { [field]: error } }, notice)
      returned = { values: {}, refuse: (notice) => refuse({ notice }) }
      return { file: await site.readFile(data.getAll(field)), from, refuse }
    }

    async function findReturned(): Promise<Returned<Notice>> {
      if (returned) return returned
      site.requireSameOrigin(request)
      const data = sent ?? (await site.readBody(request, 'any'))
      const from = addAnchor(safePage(data.get('from'), fallback))
      const values = listReturnedValues(data, (name) => secrets.includes(name) || site.isLeftOut(name))
      const errors = listFilesAgain(data, texts.fileAgain)
      return { values, refuse: (notice) => returnForm(from, { form, values, errors }, notice) }
    }

    return { readForm, readUpload, readSentForm: () => read('any'), findReturned }
  }

  /** Throws the error if the database is not away, and the refusals of the site. */
  async function returnFailedForm(
    request: Request,
    error: unknown,
    {
      findReturned,
      failed,
    }: Pick<ActionOptions<Notice>, 'failed'> & {
      findReturned: () => Promise<Returned<Notice>>
    },
  ): Promise<Response> {
    if (!site.database.isAway(error)) throw error
    site.database.report(request, error)
    const { values, refuse } = await findReturned()
    return refuse(failed(values))
  }

  /**
   * `options`: of the form, which may depend on the address. While the database is away the answer is 303 to the form's page with
   * `failed` and what was typed. A form that was sent by scripts gets 503 instead, because its page could not be read either, and
   * keeps what it has. All other errors are thrown.
   */
  function createAction(
    options: (params: ActionFunctionArgs['params']) => ActionOptions<Notice>,
    action: (args: ActionFunctionArgs & FormReader<Notice>) => Promise<Response>,
  ) {
    return async (args: ActionFunctionArgs): Promise<Response> => {
      const { request } = args
      const { failed, ...form } = options(args.params)
      const { findReturned, ...reader } = createFormReader(request, form)
      let answer: Response
      try {
        answer = await action({ ...args, ...reader })
      } catch (error) {
        answer =
          error instanceof Response ? error : await returnFailedForm(request, error, { findReturned, failed })
        if (!isRedirect(answer)) throw answer
      }
      if (isRedirect(answer) && isByScript(request) && !(await site.database.isThere()))
        throw new Response(null, { status: 503 })
      return answer
    }
  }

  return {
    createFormReader,
    createAction,
    readSentForm: (request: Request) => readGuarded(request, 'any'),
  }
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

async function readOptionalFile(
  data: FormData,
  wanted: FormOptions['file'],
  malformed: string,
): Promise<{ bytes: Uint8Array | null; errors: Record<string, string> }> {
  const sent = (wanted ? data.getAll(wanted.field) : []).filter((one) => !isNothing(one))
  if (!wanted || !sent.length) return { bytes: null, errors: {} }
  const [file] = sent
  if (typeof file === 'string' || sent.length > 1)
    return { bytes: null, errors: { [wanted.field]: malformed } }
  const bytes = new Uint8Array(await file!.arrayBuffer())
  const problem = wanted.explain(bytes)
  return { bytes, errors: problem === null ? {} : { [wanted.field]: problem } }
}

/** What a browser sends for a file field without a file. */
const isNothing = (one: FormDataEntryValue) =>
  typeof one === 'string' ? one === '' : one.size === 0 && one.name === ''

/** PostgreSQL has no NUL in texts. */
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
