import { Scripts } from '@remix-run/react'

/** Scripts in a <template> do not run until start.ts inserts them; React does not hydrate its content. */
export function PageScripts({ marker }: { marker: string | undefined }) {
  if (import.meta.env.DEV) return <Scripts nonce={marker} />
  return <template suppressHydrationWarning>{import.meta.env.SSR && <Scripts nonce={marker} />}</template>
}
