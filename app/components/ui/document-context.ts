import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

interface DocumentFacts {
  /** The nonce of our own scripts (app/entry.server.tsx). */
  marker?: string
  hasScripts: boolean
  /** The path of a request that was refused, while the server renders the page that says so. */
  refusedAt?: string | undefined
}

export const DocumentContext = createContext<DocumentFacts>({ hasScripts: true })

/** The address in the browser, which a page that shows a refusal is not rendered at. */
export function usePlace(): { pathname: string; search: string } {
  const { pathname, search } = useLocation()
  const { refusedAt } = useContext(DocumentContext)
  return { pathname: refusedAt ?? pathname, search }
}
