import { Scripts } from '@remix-run/react'

/** Remix's scripts, inert until start.ts brings them to life. React cannot hydrate what a <template> has in it. */
export function PageScripts({ marker }: { marker: string | undefined }) {
  // Hot reload starts at once.
  if (import.meta.env.DEV) return <Scripts nonce={marker} />
  return <template suppressHydrationWarning>{import.meta.env.SSR && <Scripts nonce={marker} />}</template>
}
