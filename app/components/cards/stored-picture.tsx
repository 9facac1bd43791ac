import { buildSrcSet, getImageUrl, isStoredImage, type Width } from '~/domain/catalog/images'

interface StoredPictureProps {
  src: string
  width: number
  height: number
  widths: readonly Width[]
  className?: string
  alt?: string | undefined
  'data-initials'?: string | undefined
}

export function StoredPicture({ src, widths, alt = '', ...rest }: StoredPictureProps) {
  const shared = { loading: 'lazy', ...rest } as const
  if (!isStoredImage(src)) return <img src={src} alt={alt} {...shared} />
  const sizes = `${rest.width}px`
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={buildSrcSet(src, 'avif', widths)} sizes={sizes} />
      <img
        srcSet={buildSrcSet(src, 'webp', widths)}
        sizes={sizes}
        src={getImageUrl(src, widths[1]!, 'webp')}
        alt={alt}
        {...shared}
      />
    </picture>
  )
}
