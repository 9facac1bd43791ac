import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import type { RootData } from './root-data.server'

const useLoaded = () => useRouteLoaderData<RootData>('root')

type Root = NonNullable<ReturnType<typeof useLoaded>>

let lastRoot: Root | undefined

/** Keeps the root data for the layout of a page that cannot be loaded, because Remix drops it. */
export function useRememberRoot(): void {
  const loaded = useRoot()
  useEffect(() => {
    lastRoot = { ...loaded, flash: null, dialog: null, dialogFailed: true }
  }, [loaded])
}

export const useOptionalRoot = (): Root | null => useLoaded() ?? lastRoot ?? null

export function useRoot(): Root {
  const root = useOptionalRoot()
  if (!root) throw new Error('the root loader returned no data')
  return root
}

type DialogData = NonNullable<Root['dialog']>

export function useDialogData<Kind extends DialogData['kind']>(kind: Kind) {
  const { dialog } = useRoot()
  return dialog?.kind === kind ? (dialog as Extract<DialogData, { kind: Kind }>) : null
}
