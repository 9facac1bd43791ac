import type { AppLoadContext } from '@remix-run/node'

/** Of the page that server/ requests to show a refusal (app/platform/server-contract.ts): throws it. */
export function throwRefusal({ refusal }: AppLoadContext): void {
  if (refusal) throw new Response(refusal.text, { status: refusal.status })
}
