import type { AppLoadContext } from '@remix-run/node'

/** Throws the refusal that server/ asked this page to show; nothing for a person's own request. */
export function throwRefusal({ refusal }: AppLoadContext): void {
  if (refusal) throw new Response(refusal.text, { status: refusal.status })
}
