import type { Notice } from '~/messages/notice'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { readFileForm } from './body.server'
import { registerForm } from './form-action.server'
import { readGuarded } from './input.server'
import { refusal, returnForm } from './respond.server'
import { safePath } from './urls'

export interface Upload {
  file: { type: string; bytes: Uint8Array } | null
  from: string
  refuse(answer: { notice?: Notice; error?: string }): Response
}

interface UploadOptions {
  form: string
  field: string
  fallback: string
}

/** Throws 403, 413 above 5 MB, 415, 400, and 503 when the queue is full. */
export async function readUpload(request: Request, options: UploadOptions): Promise<Upload> {
  const { form, field, fallback } = options
  const data = await readGuarded(request, () => readFileForm(request))
  const from = safePath(data.get('from'), fallback)
  const refuse: Upload['refuse'] = ({ notice, error }) =>
    returnForm(from, { form, values: {}, errors: error === undefined ? {} : { [field]: error } }, notice)
  registerForm(request, { from, values: {}, refuse: (notice) => refuse({ notice }) })
  return { file: await readSingleFile(data.getAll(field)), from, refuse }
}

export async function readSingleFile([file, ...more]: FormDataEntryValue[]): Promise<Upload['file']> {
  if (!file || typeof file === 'string' || more.length || file.size === 0) return null
  if (file.size > LARGEST_FILE) throw refusal(413, 'Content Too Large')
  return { type: file.type.toLowerCase(), bytes: new Uint8Array(await file.arrayBuffer()) }
}
