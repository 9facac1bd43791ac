import { type ReactNode, useContext } from 'react'
import { BusyContext } from './form'

export function Submit({
  children,
  className = 'button button-primary',
  whenBusy = children,
}: {
  children: ReactNode
  className?: string
  whenBusy?: ReactNode
}) {
  const busy = useContext(BusyContext)
  return (
    <button
      type="submit"
      className={className}
      aria-disabled={busy || undefined}
      onClick={(e) => busy && e.preventDefault()}
    >
      {busy ? whenBusy : children}
    </button>
  )
}
