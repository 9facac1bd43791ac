import { Children, type ReactNode } from 'react'

/** Adds spaces between inline siblings, so that their texts do not run together without CSS. */
export const Spaced = ({ children }: { children: ReactNode }) => (
  <>{Children.toArray(children).flatMap((child, i) => (i ? [' ', child] : [child]))}</>
)
