import { Initials } from '~/ui/initials'

/** A brand's logo in a fixed box; without one its initials on a colour of its own. */
export function Logo({
  src,
  name,
  size = '',
}: {
  src: string | null
  name: string
  size?: 'small' | '' | 'big'
}) {
  const px = { small: 40, '': 64, big: 80 }[size]
  return (
    <span className={`logo ${size && `logo-${size}`}`.trim()}>
      {src ? (
        <img src={src} alt={`${name} logo`} width={px} height={px} loading="lazy" decoding="async" />
      ) : (
        <Initials name={name} />
      )}
    </span>
  )
}
