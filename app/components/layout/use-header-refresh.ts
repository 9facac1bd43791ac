import { useEffect, useSyncExternalStore } from 'react'
import { useRoot } from './root-data'
import type { HeaderState } from './header-data.server'
import { refreshWhileVisible } from './refresh-header'

const TIMEOUT_MS = 30_000

let latest: HeaderState | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function refresh(): Promise<void> {
  const response = await fetch('/Account/header.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) return
  latest = (await response.json()) as HeaderState
  for (const listener of listeners) listener()
}

function pickNewer<Member extends HeaderState>(member: Member | null, state: HeaderState | null) {
  return member && state?.id === member.id && state.asOf > member.asOf ? { ...member, ...state } : member
}

export function useMember() {
  const { user } = useRoot()
  const state = useSyncExternalStore(
    listen,
    () => latest,
    () => null,
  )
  return pickNewer(user, state)
}

/** Keeps a member's header up to date. Not Remix's revalidation: the root loader takes the flash. */
export function useHeaderRefresh(): void {
  const id = useRoot().user?.id
  useEffect(() => (id === undefined ? undefined : refreshWhileVisible(refresh)), [id])
}
