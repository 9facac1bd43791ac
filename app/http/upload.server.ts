/** A form with one file: guarded, counted while it streams, a few at a time. */
import type { Notice } from '~/notice'
import { Busy, turns } from '~/turns'
import { LARGEST_FILE, readFormData } from './body.server'
import { rememberForm } from './failed-form.server'
import { readGuarded } from './input.server'
import { redirectWith, refusal } from './respond.server'
import { safePath } from './urls'

/** Whole bodies are held in memory: what waits for its turn stays in its socket. */
const inTurn = turns(8, 64)

export interface Upload {
  /** Null where none was chosen, or several were. */
  file: { type: string; bytes: Uint8Array } | null
  /** The page the form stood on. */
  from: string
  /** A 303 back to it with a notice, or with the text that belongs to the file's field. */
  refuse(answer: { notice?: Notice; error?: string }): Response
}

interface UploadOptions {
  /** The name its <PostForm> bears. */
  form: string
  /** The file's field. */
  field: string
  fallback: string
}

/**
 * Reads a multipart form for the one file it is there for. Throws the guard's 403, 413 for more than 5 MB, 415 and 400
 * as readForm does, and 503 where far too many send at once.
 */
export async function readUpload(request: Request, options: UploadOptions): Promise<Upload> {
  const { form, field, fallback } = options
  const data = await readGuarded(request, () => readFileForm(request))
  const from = safePath(data.get('from'), fallback)
  const refuse: Upload['refuse'] = ({ notice, error }) =>
    redirectWith(from, {
      notice,
      form: { form, values: {}, errors: error === undefined ? {} : { [field]: error } },
    })
  rememberForm(request, { from, values: {}, refuse: (notice) => refuse({ notice }) })
  return { file: await onlyFile(data.getAll(field)), from, refuse }
}

/** The form itself, unguarded. Throws 413, 415, 400, and 503 where far too many send at once. */
export async function readFileForm(request: Request): Promise<FormData> {
  try {
    return await inTurn(() => readFormData(request, { withFile: true }))
  } catch (error) {
    throw error instanceof Busy ? refusal(503, 'Service Unavailable', { 'Retry-After': '5' }) : error
  }
}

/** The one file of a field; null where none was chosen, or several were. Throws the 413. */
export async function onlyFile([file, ...more]: FormDataEntryValue[]): Promise<Upload['file']> {
  if (!file || typeof file === 'string' || more.length || file.size === 0) return null
  if (file.size > LARGEST_FILE) throw refusal(413, 'Content Too Large')
  return { type: file.type.toLowerCase(), bytes: new Uint8Array(await file.arrayBuffer()) }
}
