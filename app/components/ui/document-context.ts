import { createContext } from 'react'

/** `marker`: the nonce of our own scripts (app/entry.server.tsx). */
export const DocumentContext = createContext<{ marker?: string; hasScripts: boolean }>({ hasScripts: true })
