import { chooseColour, readInitials } from '~/platform/formats/initials'
import { LOGO_WIDTHS } from '~/domain/catalog/images'
import { StoredPicture } from './stored-picture'
import './logo.css'
import '~/components/ui/initials.css'
import '~/components/ui/tint.css'

/** Our own pictures have an opaque background that covers the initials below. */
const OWN = '/logos/'

interface LogoProps {
  src: string | null
  name: string
  size?: 'small' | ''
  alone?: boolean | undefined
}

export function Logo({ src, name, size = '', alone }: LogoProps) {
  const px = { small: 40, '': 64 }[size]
  const initials = readInitials(name)
  const isOwn = src?.startsWith(OWN)
  const look = `initials logo ${size && `logo-${size}`} ${src ? 'logo-picture' : `tint-${chooseColour(name)}`}`
  return (
    <span className={look.replace(/ +/g, ' ')} data-initials={!src || isOwn ? initials : undefined}>
      {src && (
        <StoredPicture
          src={src}
          width={px}
          height={px}
          widths={LOGO_WIDTHS}
          data-initials={isOwn ? undefined : initials}
        />
      )}
      {alone && <span className="sr-only">{name}</span>}
    </span>
  )
}
