import { Logo } from './logo'
import './framed-logo.css'

interface FramedLogoProps {
  logo: string | null
  name: string
  big?: boolean
  alone?: boolean
}

export const FramedLogo = ({ logo, name, big, alone }: FramedLogoProps) => (
  <span className="framed-logo">
    <Logo src={logo} name={name} size={big ? '' : 'small'} alone={alone} />
  </span>
)
