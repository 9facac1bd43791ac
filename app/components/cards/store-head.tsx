import type { ReactNode } from 'react'
import { chooseColour } from '~/platform/formats/initials'
import { FramedLogo } from './framed-logo'
import './store-head.css'
import '~/components/ui/tint.css'

interface StoreHeadProps {
  className?: string
  logo: string | null
  name: string
  children: ReactNode
}

export const StoreHead = ({ className = '', logo, name, children }: StoreHeadProps) => (
  <div className={`store-head tinted tint-${chooseColour(name)} ${className}`.trim()}>
    <FramedLogo logo={logo} name={name} big />
    <div>{children}</div>
  </div>
)
