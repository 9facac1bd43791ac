import { Scripts } from '@remix-run/react'

/** Inert until start.ts: React does not hydrate a <template>. */
export function PageScripts({ marker }: { marker: string | undefined }) {
  // Hot reload starts at once.
  if (import.meta.env.DEV) return <Scripts nonce={marker} />
  return <template suppressHydrationWarning>{import.meta.env.SSR && <Scripts nonce={marker} />}</template>
}
