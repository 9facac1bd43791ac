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

/** The browser's address, where a page that shows a refusal is rendered at another one. */
export function usePlace(): PagePlace {
  const location = useLocation()
  return useContext(DocumentContext).refusedAt ?? location
}
