import { createContext, useContext } from 'react'
import type { Flash, Notice } from '~/notice'

interface PageFacts {
  /** Null for guests. */
  csrf: string | null
  /** Null for guests; a form that outlives its session is returned to its owner only. */
  owner: string | null
  flash: Flash | null
  /** After a link was followed offline. */
  offlineNotice?: Notice | undefined
  isPageBehind: boolean
}

const PageContext = createContext<PageFacts>({
  csrf: null,
  owner: null,
  flash: null,
  isPageBehind: false,
})

/** app/root.tsx provides it, so that ui/ does not import the root loader. */
export const PageProvider = PageContext.Provider

export const usePage = () => useContext(PageContext)
