import { useNavigate } from '@remix-run/react'
import { Link } from './link'
import type { MouseEvent } from 'react'
import { Icon } from './icon'

export function GoBack({ to, children = 'Go Back' }: { to: string; children?: string }) {
  const navigate = useNavigate()
  const back = (event: MouseEvent) => {
    const state = window.history.state as { idx?: number } | null
    if (!state?.idx || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link to={to} onClick={back} className="button">
      <Icon name="back" />
      {children}
    </Link>
  )
}
