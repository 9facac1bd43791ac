import type { Answer, Visitor } from './app'

export interface FilePart {
  bytes: Uint8Array
  type?: string
  filename?: string
  field?: string
}

export function uploadBody(files: FilePart[], fields: Record<string, string> = {}): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const { bytes, type = 'image/jpeg', filename = 'photo.jpg', field = 'image' } of files)
    body.append(field, new Blob([new Uint8Array(bytes)], { type }), filename)
  return body
}

export function upload(visitor: Visitor, ...files: FilePart[]): Promise<Answer> {
  return visitor.request('/Account/image', {
    method: 'POST',
    body: uploadBody(files, { from: '/Account' }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
}
