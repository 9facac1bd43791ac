import { chooseColour, readInitials } from '~/platform/formats/initials'
import './initials.css'
import './tint.css'

export function Initials({ name }: { name: string }) {
  return <span className={`initials tint-${chooseColour(name)}`} data-initials={readInitials(name)} />
}
