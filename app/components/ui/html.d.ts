/** Attributes of the platform that React 18 passes on but does not know: lower case, as strings. */
import 'react'

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: '' | 'auto' | 'manual'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'show' | 'hide' | 'toggle'
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low'
  }
  interface DetailsHTMLAttributes<T> {
    name?: string
  }
}
