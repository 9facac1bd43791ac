import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

export interface PagePlace {
  pathname: string
  search: string
}

interface DocumentFacts {
  /** The nonce of our own scripts (app/entry.server.tsx). */
  marker?: string
  hasScripts: boolean
  /** Of a request that was refused, while the server renders the page that says so. */
  refusedAt?: PagePlace | undefined
}

export const DocumentContext = createContext<DocumentFacts>({ hasScripts: true })

/** The address in the browser, which a page that shows a refusal is not rendered at. */
export function usePlace(): PagePlace {
  const location = useLocation()
  return useContext(DocumentContext).refusedAt ?? location
}
