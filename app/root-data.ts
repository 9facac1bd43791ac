import { useRouteLoaderData } from '@remix-run/react'
import type { RootData } from './shell/root-data.server'

export function useRoot() {
  const found = useRouteLoaderData<RootData>('root')
  if (!found) throw new Error('the root loader gave nothing')
  return found
}

type DialogData = NonNullable<ReturnType<typeof useRoot>['dialog']>

export function useDialogData<Kind extends DialogData['kind']>(kind: Kind) {
  const { dialog } = useRoot()
  return dialog?.kind === kind ? (dialog as Extract<DialogData, { kind: Kind }>) : null
}
