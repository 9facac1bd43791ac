import { createContext } from 'react'

/** `marker`: the nonce of our own scripts, on the server alone. Without scripts the page is never hydrated. */
export const DocumentContext = createContext<{ marker?: string; hasScripts: boolean }>({ hasScripts: true })
