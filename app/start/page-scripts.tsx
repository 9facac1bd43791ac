import { Scripts } from '@remix-run/react'

/** Where the page's own script stands, which the server puts there once the page is rendered (late-scripts.server.ts). */
export function PageScripts({ marker }: { marker: string | undefined }) {
  // Hot reload needs Remix's own scripts.
  if (import.meta.env.DEV) return <Scripts nonce={marker} />
  if (import.meta.env.SSR) return <script dangerouslySetInnerHTML={{ __html: marker ?? '' }} />
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
