/** Whether one step back from a dialog is its page: then closing goes back, and Back does not open the dialog again. */
import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect } from 'react'
import { closeDialog } from '~/http/urls'

let page: string | null = null
let fromPage = false

/** Once, for the whole document. */
export function useDialogHistory(): void {
  const { pathname, search, key } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    const path = pathname + search
    if (!new URLSearchParams(search).has('dialog')) {
      page = path
      fromPage = false
    } else if (type !== 'REPLACE') fromPage = type === 'PUSH' && page === closeDialog(path)
  }, [pathname, search, key, type])
}

export const isOpenedFromPage = () => fromPage
