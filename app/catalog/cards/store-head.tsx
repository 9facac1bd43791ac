import type { ReactNode } from 'react'
import { Logo } from './logo'

interface StoreHeadProps {
  as?: 'div' | 'header'
  className?: string
  logo: string | null
  name: string
  children: ReactNode
}

/** A brand's logo beside the title of a page. */
export const StoreHead = ({ as: Tag = 'div', className = '', logo, name, children }: StoreHeadProps) => (
  <Tag className={`store-head ${className}`.trim()}>
    <Logo src={logo} name={name} size="big" />
    <div>{children}</div>
  </Tag>
)
