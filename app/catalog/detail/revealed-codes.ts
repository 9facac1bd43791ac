/** Codes that this browser has shown. Nothing leaves the browser. */
import { useEffect } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

const KEY = 'codes'
const MOST = 60

type Revealed = [href: string, code: string]

/** Storage may be unavailable or hold anything. */
function readRevealed(): Revealed[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRevealed).slice(0, MOST) : []
  } catch {
    return []
  }
}

const isRevealed = (one: unknown): one is Revealed =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')

export function useRevealCode({ href, code }: { href: string; code: string | null }): void {
  useEffect(() => {
    if (code === null) return
    const others = readRevealed().filter((one) => one[0] !== href)
    try {
      localStorage.setItem(KEY, JSON.stringify([[href, code], ...others].slice(0, MOST)))
    } catch {
      // Full or refused: the list is a convenience.
    }
  }, [href, code])
}

/** Null also on the server and before scripts run. `masked` begins as the code does. */
export function useRevealedCode(href: string, masked: string | null): string | null {
  const ready = useHydrated()
  if (!ready || masked === null) return null
  const code = readRevealed().find((one) => one[0] === href)?.[1]
  return code?.startsWith(masked.split('*')[0]!) ? code : null
}
