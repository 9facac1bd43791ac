import { strToU8, zipSync } from 'fflate'

interface ZippedFile {
  name: string
  content: string | Uint8Array
}

/** In order. Texts are UTF-8. */
export const buildZip = (files: readonly ZippedFile[]): Uint8Array =>
  zipSync(
    Object.fromEntries(
      files.map(({ name, content }) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ),
  )
