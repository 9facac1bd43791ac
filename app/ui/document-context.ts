import { createContext } from 'react'

export const DocumentContext = createContext<{ css: string; marker?: string }>({ css: '' })
