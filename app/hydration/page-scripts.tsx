import { Scripts } from '@remix-run/react'

/** The scripts of Remix, inert until start.ts inserts them. React does not hydrate the content of a <template>. */
export function PageScripts({ marker }: { marker: string | undefined }) {
  // Hot reload starts at once.
  if (import.meta.env.DEV) return <Scripts nonce={marker} />
  return <template suppressHydrationWarning>{import.meta.env.SSR && <Scripts nonce={marker} />}</template>
}
