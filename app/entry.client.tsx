import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadDialogs, readDialogName } from '~/components/layout/open-dialog'
import { isUnmodified } from '~/components/document/is-unmodified'
import { loadWantedAddress } from '~/components/document/wanted-address'
import { restorePosition } from '~/components/ui/scroll-positions'

/** Awaits the page's data: RemixBrowser suspends on it, and a click meanwhile breaks hydration (React's error #345). */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

restorePosition()
// Loaded before, because React would suspend on a dialog's module, too.
const hasDialog = readDialogName(new URLSearchParams(window.location.search)) !== null
await Promise.all([decodeData(), hasDialog && loadDialogs()])
// Back may have led elsewhere meanwhile; such a page is being loaded again (app/components/document/start.ts).
if (isUnmodified() && !document.documentElement.dataset.outdated) {
  loadWantedAddress()
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
}
