import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'

export const Empty = ({ icon = 'bag', children }: { icon?: string; children: ReactNode }) => (
  <div className="empty">
    <Icon name={icon} />
    <p>{children}</p>
  </div>
)

export const Failed = ({ children }: { children: ReactNode }) => (
  <div className="empty empty-failed" role="alert">
    <Icon name="alert" />
    <p>{children}</p>
    {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- this page once more */}
    <a href="" className="button">
      Try again
    </a>
  </div>
)
