import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadDialogs, readDialogName } from './layout/open-dialog'
import { isUnmodified } from './hydration/is-unmodified'
import { restorePosition } from './ui/scroll-positions'

/**
 * RemixBrowser suspends, by throwing a promise, until the page's data is decoded. A press at that time makes React hydrate at once
 * and give up for good (error #345). So the promise is awaited first; later RemixBrowser fails at its first hook, outside of React.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

restorePosition()
// The same for the module of a dialog, for which React would suspend, too.
const hasDialog = readDialogName(new URLSearchParams(window.location.search)) !== null
await Promise.all([decodeData(), hasDialog && loadDialogs()])
if (isUnmodified())
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
