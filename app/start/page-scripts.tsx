import { Scripts } from '@remix-run/react'

/** Remix's scripts. The client renders what late-scripts.server.ts makes of them, so that React finds what it expects. */
export function PageScripts({ marker }: { marker: string | undefined }) {
  if (import.meta.env.SSR || import.meta.env.DEV) return <Scripts nonce={marker} />
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
