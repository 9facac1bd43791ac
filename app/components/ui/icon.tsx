import { ICONS, type IconName } from './icon-paths'
import './icon.css'

interface IconProps {
  name: IconName
  /** The icon to which a custom element switches. */
  then?: IconName
  className?: string
}

export const Icon = ({ name, then, className = 'icon' }: IconProps) => (
  <svg className={className} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d={ICONS[name]} data-then={then && ICONS[then]} />
  </svg>
)
