import { colourOf, initialsOf } from '~/ui/initials'

/** Pictures of ours are drawn on a ground of their own, so that what lies below does not shine through. */
const OWN = '/logos/'

interface LogoProps {
  src: string | null
  name: string
  size?: 'small' | '' | 'big'
  /** Where the name does not stand beside it. */
  alone?: boolean
}

/** A brand's logo in a fixed box; where there is none, or the picture does not come, its initials. */
export function Logo({ src, name, size = '', alone }: LogoProps) {
  const px = { small: 40, '': 64, big: 80 }[size]
  const initials = initialsOf(name)
  const isOwn = src?.startsWith(OWN)
  const look = `initials logo ${size && `logo-${size}`} ${src ? 'logo-picture' : `initials-${colourOf(name)}`}`
  return (
    <span className={look.replace(/ +/g, ' ')} data-initials={!src || isOwn ? initials : undefined}>
      {src && (
        <img
          src={src}
          alt=""
          width={px}
          height={px}
          loading="lazy"
          data-initials={isOwn ? undefined : initials}
        />
      )}
      {alone && <span className="sr-only">{name}</span>}
    </span>
  )
}
