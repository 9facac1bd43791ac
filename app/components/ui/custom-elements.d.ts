import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** React 18 hands attributes of custom elements over by their names in HTML. */
type CustomElement<Own = object> = Own & { class?: string } & DetailedHTMLProps<
    HTMLAttributes<HTMLElement>,
    HTMLElement
  >

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'carousel-controls': CustomElement
      'copy-label': CustomElement<{ field: string; copied: string }>
      'flash-sale': CustomElement
      'open-store': CustomElement<{ held: '' | undefined }>
      'reply-snippet': CustomElement<{ field: string; claim: number }>
      'search-keys': CustomElement<{ field: string; slash?: 'yes' | undefined }>
      'type-ahead': CustomElement<{ field: string; kind: string; from: string }>
    }
  }
}
