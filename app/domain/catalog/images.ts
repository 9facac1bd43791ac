/** /img/HASH-WIDTH.FORMAT. The content of a URL never changes. */

/** Logos are in boxes of 40, 64 and 80 px, on screens of one to three pixels per px. */
const WIDTHS = [64, 128, 256, 512] as const
export const LOGO_WIDTHS = [64, 128, 256] as const
export const PHOTO_WIDTHS = [128, 256, 512] as const
/** The best first. */
export const FORMATS = ['avif', 'webp'] as const

export type Width = (typeof WIDTHS)[number]
export type ImageFormat = (typeof FORMATS)[number]

export interface Variant {
  hash: string
  width: Width
  format: ImageFormat
}

const PREFIX = '/img/'
const NAME = new RegExp(`^([0-9a-f]{32})-(${WIDTHS.join('|')})\\.(${FORMATS.join('|')})$`)

export function parseVariant(name: string): Variant | null {
  const [, hash, width, format] = NAME.exec(name) ?? []
  return hash === undefined ? null : { hash, width: Number(width) as Width, format: format as ImageFormat }
}

export const buildStoredAddress = (hash: string): string => PREFIX + hash

/** Null: it is no address of a stored image. */
export const readStoredHash = (address: string): string | null =>
  /^\/img\/([0-9a-f]{32})$/.exec(address)?.[1] ?? null

export const isStoredImage = (address: string): boolean => address.startsWith(PREFIX)

export const getImageUrl = (stored: string, width: Width, format: ImageFormat) =>
  `${stored}-${width}.${format}`

export const buildSrcSet = (stored: string, format: ImageFormat, widths: readonly Width[]): string =>
  widths.map((width) => `${getImageUrl(stored, width, format)} ${width}w`).join(', ')

export const listVariantNames = (hash: string): string[] =>
  FORMATS.flatMap((format) => WIDTHS.map((width) => `${hash}-${width}.${format}`))
