import { createContext } from 'react'

/** `marker`: the nonce of our own scripts while the server renders (app/entry.server.tsx). Without scripts the page is never hydrated. */
export const DocumentContext = createContext<{ marker?: string; hasScripts: boolean }>({ hasScripts: true })
