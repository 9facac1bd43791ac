import type { ReactNode } from 'react'
import { Spaced } from '~/ui/spaced'
import '~/ui/form-links.css'

export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <p className="form-links">
      <Spaced>{children}</Spaced>
    </p>
  )
}
