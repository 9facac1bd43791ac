import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useRoot } from '~/root-data'
import type { HeaderState } from './header-data.server'

let told: HeaderState | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(state: HeaderState): void {
  told = state
  for (const listener of listeners) listener()
}

function newerOf<Member extends HeaderState>(member: Member | null, state: HeaderState | null) {
  return member && state?.id === member.id && state.asOf > member.asOf ? { ...member, ...state } : member
}

export function useMember() {
  const { user } = useRoot()
  const state = useSyncExternalStore(
    listen,
    () => told,
    () => null,
  )
  return newerOf(user, state)
}

export function useLive(): void {
  const member = useMember()
  const id = member?.id
  const known = useRef(0)
  useEffect(() => {
    known.current = member?.notifications?.[0]?.id ?? 0
  })
  useEffect(() => {
    if (id === undefined) return
    let stop: (() => void) | null = null
    let left = false
    import('./live-client').then(
      ({ follow }) => {
        if (!left) stop = follow(() => known.current, tell)
      },
      () => {}, // The page works without live updates.
    )
    return () => {
      left = true
      stop?.()
    }
  }, [id])
}
