import { createContext } from 'react'

export const DocumentContext = createContext<{ marker?: string }>({})
