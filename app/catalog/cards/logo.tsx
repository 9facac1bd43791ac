import { chooseColour, readInitials } from '~/ui/initials'
import { getImageUrl, isStoredImage, buildSrcSet } from '../images/image-urls'
import './logo.css'

/** Our own pictures have an opaque background that covers the initials below. */
const OWN = '/logos/'

interface LogoProps {
  src: string | null
  name: string
  size?: 'small' | ''
  alone?: boolean | undefined
}

/** Shows initials if there is no logo or it fails to load. */
export function Logo({ src, name, size = '', alone }: LogoProps) {
  const px = { small: 40, '': 64 }[size]
  const initials = readInitials(name)
  const isOwn = src?.startsWith(OWN)
  const look = `initials logo ${size && `logo-${size}`} ${src ? 'logo-picture' : `tint-${chooseColour(name)}`}`
  return (
    <span className={look.replace(/ +/g, ' ')} data-initials={!src || isOwn ? initials : undefined}>
      {src && <Picture src={src} px={px} initials={isOwn ? undefined : initials} />}
      {alone && <span className="sr-only">{name}</span>}
    </span>
  )
}

interface PictureProps {
  src: string
  px: number
  initials: string | undefined
}

function Picture({ src, px, initials }: PictureProps) {
  const shared = { width: px, height: px, loading: 'lazy', 'data-initials': initials } as const
  if (!isStoredImage(src)) return <img src={src} alt="" {...shared} />
  const sizes = `${px}px`
  return (
    <picture>
      <source type="image/avif" srcSet={buildSrcSet(src, 'avif')} sizes={sizes} />
      <img
        srcSet={buildSrcSet(src, 'webp')}
        sizes={sizes}
        src={getImageUrl(src, 128, 'webp')}
        alt=""
        {...shared}
      />
    </picture>
  )
}
