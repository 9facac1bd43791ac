import { Logo } from './logo'
import './door.css'

interface DoorProps {
  logo: string | null
  name: string
  big?: boolean
  alone?: boolean
}

export const Door = ({ logo, name, big, alone }: DoorProps) => (
  <span className="door">
    <Logo src={logo} name={name} size={big ? '' : 'small'} alone={alone} />
  </span>
)
