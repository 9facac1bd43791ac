import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import type { RootData } from './shell/root-data.server'

const useLoaded = () => useRouteLoaderData<RootData>('root')

type Root = NonNullable<ReturnType<typeof useLoaded>>

/** In the browser only, and without what was for one page alone. */
let last: Root | undefined

/** For the frame of a page that cannot be loaded: Remix drops the data then. */
export function useKeepRoot(): void {
  const loaded = useRoot()
  useEffect(() => {
    last = { ...loaded, flash: null, dialog: null, noDialog: true }
  }, [loaded])
}

/** Null if the first page of a visit is an error. */
export const useRootOfFrame = (): Root | null => useLoaded() ?? last ?? null

export function useRoot(): Root {
  const found = useRootOfFrame()
  if (!found) throw new Error('the root loader gave nothing')
  return found
}

type DialogData = NonNullable<Root['dialog']>

export function useDialogData<Kind extends DialogData['kind']>(kind: Kind) {
  const { dialog } = useRoot()
  return dialog?.kind === kind ? (dialog as Extract<DialogData, { kind: Kind }>) : null
}
