/** Pictures that come as a file: read and encoded again before anything is stored, and shown before it is confirmed. */
import {
  LARGEST_UPLOAD,
  readUpload,
  showStored,
  showUpload,
  storeUpload,
  type Upload,
  type UploadRefused,
} from '~/domain/catalog/images.server'
import type { Tx } from '~/platform/db/client.server'
import type { InputField } from './field'
import * as field from './fields'
import type { Answer } from './operation'
import { RefusalError, requireDone, type Reasons } from './refusal'

export const pictureFile = (description: string): InputField<field.InputFile> =>
  field.file(`${description}: JPEG, PNG or WebP, up to 5 MB and 16 megapixels`, {
    accept: 'image/jpeg,image/png,image/webp',
  })

const REASONS: Reasons<UploadRefused> = {
  'too-large': 'This picture is larger than 5 MB: save it smaller.',
  'other-type': 'It must be a JPEG, PNG or WebP picture. An SVG is none of them: save it as one.',
  'too-many-pixels': 'This picture has more than 16 megapixels: save it smaller.',
  'too-small': 'This picture has fewer than 64 pixels on its longer side: choose a larger one.',
  damaged: 'This picture is damaged: save it again.',
  // About no field: the picture is not what is wrong, and stays in the form.
  busy: () => new RefusalError('Too many pictures are read at this moment. Please try again.'),
}

/** No more of the file than is taken. */
async function readWhole(file: field.InputFile): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of file.open()) {
    parts.push(part as Buffer)
    size += (part as Buffer).byteLength
    if (size > LARGEST_UPLOAD) break
  }
  return Buffer.concat(parts)
}

/** Of the field `name`. Stored in `tx`, which a preview rolls back. Throws RefusalError. */
export async function takeUpload(
  name: string,
  file: field.InputFile | undefined,
  tx: Tx,
): Promise<Upload | null> {
  if (!file) return null
  const { upload } = requireDone(await readUpload(await readWhole(file)), name, REASONS)
  await storeUpload(tx, upload)
  return upload
}

const toPicture = (src: string | null, alt: string): Pick<Answer, 'picture'> =>
  src === null ? {} : { picture: { src, alt } }

export const describeUpload = async (
  upload: Upload | null,
  words: string,
  alt?: string | null,
): Promise<Pick<Answer, 'picture'>> =>
  upload ? toPicture(await showUpload(upload), alt ? `${words}: ${alt}` : words) : {}

/** `address`: as it is stored. */
export const showPicture = async (address: string | null, alt: string): Promise<Pick<Answer, 'picture'>> =>
  toPicture(await showStored(address), alt)
