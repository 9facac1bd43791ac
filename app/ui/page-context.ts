import { createContext, useContext } from 'react'
import type { Flash, Notice } from '~/notice'

interface PageFacts {
  csrf: string | null
  /** A form that outlives its session returns to its owner only. */
  owner: string | null
  flash: Flash | null
  offlineNotice?: Notice | undefined
  isPageBehind: boolean
}

const PageContext = createContext<PageFacts>({
  csrf: null,
  owner: null,
  flash: null,
  isPageBehind: false,
})

/** Provided by app/root.tsx: ui/ does not import its loader. */
export const PageProvider = PageContext.Provider

export const usePage = () => useContext(PageContext)
