import { PHOTO_WIDTHS } from '../images/image-urls'
import { StoredPicture } from '../images/stored-picture'
import './photo.css'

interface PhotoProps {
  src: string | undefined
  /** In CSS px; it is three quarters as high. */
  width: number
}

/** Of an offer; nothing where none was fetched. */
export const Photo = ({ src, width }: PhotoProps) =>
  src && (
    <StoredPicture className="photo" src={src} width={width} height={(width * 3) / 4} widths={PHOTO_WIDTHS} />
  )
