/** What a form sent: guarded, counted, checked; a refusal goes back with what was typed. */
import type { z } from 'zod/v4'
import { fill, messages } from '~/messages'
import { failure, type FormFlash, type Notice } from '~/notice'
import { readFormData } from './body.server'
import { rememberForm } from './failed-form.server'
import { requireFormToken, requireSameOrigin } from './guard.server'
import { redirectWith } from './respond.server'
import { readSession } from './session.server'
import { safePath } from './urls'

export interface FormInput<Input> {
  input: Input
  /** The page the form stood on: a path of this site, with the form's anchor where it has one. */
  from: string
  /** What was typed, secrets aside. */
  typed: FormFlash
  /** A 303 to `from`, or to another page, with what was typed (secrets aside), errors by field, and a notice. */
  refuse(answer: { notice?: Notice; errors?: Record<string, string> }, to?: string): Response
}

interface FormOptions {
  /** The name its <PostForm> bears: the flash finds its way back by it. */
  form: string
  /** Fields that never leave this request: passwords, codes. */
  secrets?: string[]
  /** Where to go when the form names no page. */
  fallback?: string
  /** The id of the part of the page that holds the form: the answer leads there, and its notice stands there. */
  anchor?: string
  /** What else is wrong with fields that the schema refused, so that all of it is said at once. */
  alsoWrong?: (fields: Record<string, unknown>) => Promise<Parameters<FormInput<unknown>['refuse']>[0]>
}

/** For what no form of ours sends, such as a field twice: no schema has words of its own for it. */
export const MALFORMED = 'Please fill in this field.'

/** One line above a form with many errors; none for a few, which are seen at once. */
function summaryOf(errors: Record<string, string>): Notice | undefined {
  const n = Object.keys(errors).length
  return n > 2 ? failure({ text: fill(messages.fields.several, { n }) }) : undefined
}

/** Fields of the frame, not of the form. */
const FRAME = new Set(['from', 'csrf', 'keep'])

/**
 * Reads a form by its schema. Throws the guard's 403, the limits' 413, 415 and 400, and for input that the schema
 * refuses the redirect back, with the schema's own texts at the fields. A field sent several times is a list.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { form, secrets = [], fallback = '/', anchor, alsoWrong }: FormOptions,
): Promise<FormInput<z.output<Schema>>> {
  const data = await readGuarded(request, () => readFormData(request))
  const fields = collect(data)
  const from = safePath(data.get('from'), fallback) + (anchor ? `#${anchor}` : '')
  const values = Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !secrets.includes(field[0]),
    ),
  )
  const typed: FormFlash = { form, values, errors: {} }
  const refuse: FormInput<unknown>['refuse'] = ({ notice, errors = {} }, to = from) =>
    redirectWith(to, {
      notice: notice ?? summaryOf(errors),
      form: { ...typed, errors, inPlace: Boolean(anchor) || undefined },
    })

  rememberForm(request, { from, values, refuse: (notice) => refuse({ notice }) })

  const parsed = schema.safeParse(fields, { error: () => MALFORMED })
  if (parsed.success) return { input: parsed.data, from, typed, refuse }
  const wrong = firstErrors(parsed.error)
  const { notice, errors } = (await alsoWrong?.(fields)) ?? {}
  throw refuse({ notice, errors: { ...errors, ...wrong } })
}

/** The guard, then the body, then the form's own token where the browser says nothing of its origin. */
export async function readGuarded(request: Request, read: () => Promise<FormData>): Promise<FormData> {
  const { needsToken } = requireSameOrigin(request)
  const data = await read()
  if (needsToken) {
    const session = await readSession(request)
    if (session) requireFormToken(session.tokenHash, data.get('csrf'))
  }
  return data
}

/** Text fields only, without NUL, which PostgreSQL cannot store. */
function collect(data: FormData): Record<string, string | string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of data) {
    if (FRAME.has(name) || typeof value !== 'string') continue
    const values = fields.get(name)
    if (values) values.push(value.replaceAll('\0', ''))
    else fields.set(name, [value.replaceAll('\0', '')])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

/** The first text for each field. */
function firstErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message
  return errors
}
