import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadDialogs, readDialogName } from './layout/open-dialog'
import { isUnmodified } from './hydration/is-unmodified'

/**
 * RemixBrowser throws a promise until the page's data is decoded. A press makes React render the document at once; if that is
 * when it is still thrown, React gives up for good (error #345). So it must not start before.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown
  }
}

// A dialog of the first page: React would wait for its module during hydration, with the same risk.
const isDialogOpen = readDialogName(new URLSearchParams(window.location.search))
await Promise.all([decodeData(), isDialogOpen && loadDialogs()])
if (isUnmodified())
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
