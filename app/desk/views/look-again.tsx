import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { Link } from '~/ui/link'
import './desk.css'

const EVERY_MS = 2000

/** On a page whose content changes by itself: with scripts it is read again, otherwise by the link. */
export function LookAgain({ children }: { children?: ReactNode }) {
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const timer = setInterval(() => document.hidden || revalidate(), EVERY_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <p className="desk-links">
      {children ? <output>{children}</output> : null}{' '}
      <Link to={pathname + search} className="button">
        Look again
      </Link>
    </p>
  )
}
