import type { ReactNode } from 'react'
import { Spaced } from '~/components/ui/spaced'
import '~/components/ui/form-links.css'

export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <p className="form-links">
      <Spaced>{children}</Spaced>
    </p>
  )
}
