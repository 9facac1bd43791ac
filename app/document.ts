/** What the document needs from its entry: the CSS, and on the server the mark for the scripts that are ours. */
import { createContext } from 'react'

export const DocumentContext = createContext<{ css: string; marker?: string }>({ css: '' })
