import { PHOTO_WIDTHS } from '~/domain/catalog/images'
import { StoredPicture } from './stored-picture'
import './photo.css'

interface PhotoProps {
  src: string | undefined
  /** CSS px; the height is three quarters. */
  width: number
  /** Null: it is decoration beside the title. */
  alt?: string | null
}

export const Photo = ({ src, width, alt }: PhotoProps) =>
  src && (
    <StoredPicture
      className="photo"
      src={src}
      width={width}
      height={(width * 3) / 4}
      widths={PHOTO_WIDTHS}
      alt={alt ?? undefined}
    />
  )
