import { Children, type ReactNode } from 'react'

export const Spaced = ({ children }: { children: ReactNode }) => (
  <>{Children.toArray(children).flatMap((child, i) => (i ? [' ', child] : [child]))}</>
)
