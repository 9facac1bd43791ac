import { createContext, useContext } from 'react'
import type { Flash } from '~/http/flash'

interface PageFacts {
  csrf: string | null
  /** Identifies the session's owner: a form that outlives its session is returned to its owner only. */
  owner: string | null
  flash: Flash | null
  isPageBehind: boolean
}

const PageContext = createContext<PageFacts>({
  csrf: null,
  owner: null,
  flash: null,
  isPageBehind: false,
})

/** app/root.tsx provides it, so that ui/ need not import the root loader. */
export const PageProvider = PageContext.Provider

export const usePage = () => useContext(PageContext)
