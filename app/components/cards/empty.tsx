import type { ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import { TryAgain } from '~/components/ui/try-again'

export const Empty = ({ icon = 'bag', children }: { icon?: IconName; children: ReactNode }) => (
  <div className="empty">
    <Icon name={icon} />
    <p>{children}</p>
  </div>
)

export const LoadFailure = ({ children }: { children: ReactNode }) => (
  <div className="empty empty-failed" role="alert">
    <Icon name="alert" />
    <p>{children}</p>
    <TryAgain className="button" />
  </div>
)
