import { Children, type ReactNode } from 'react'

/** Inline siblings with a space between them, so that their texts do not run together where there is no style sheet. */
export const Spaced = ({ children }: { children: ReactNode }) => (
  <>{Children.toArray(children).flatMap((child, i) => (i ? [' ', child] : [child]))}</>
)
