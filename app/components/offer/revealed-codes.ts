/** Codes that this browser has shown. Nothing leaves the browser. */
import { useEffect } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { readBrowserList, storeBrowserList } from '~/components/lists/browser-list'

const NAME = 'codes'
const MOST = 60

type RevealedCode = [href: string, code: string]

const isCode = (value: unknown): value is RevealedCode =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

const readCodes = () => readBrowserList(NAME, MOST, isCode)

export function useRevealCode({ href, code }: { href: string; code: string | null }): void {
  useEffect(() => {
    if (code === null) return
    const others = readCodes().filter((one) => one[0] !== href)
    storeBrowserList(NAME, [[href, code], ...others].slice(0, MOST))
  }, [href, code])
}

/** Null also on the server and before scripts run. `masked` begins as the code does. */
export function useRevealedCode(href: string, masked: string | null): string | null {
  const ready = useHydrated()
  if (!ready || masked === null) return null
  const code = readCodes().find((one) => one[0] === href)?.[1]
  return code?.startsWith(masked.split('*')[0]!) ? code : null
}
