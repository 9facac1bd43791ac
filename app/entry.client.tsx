import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DocumentContext } from '~/ui/document-context'
import { loadDialogs, openDialogName } from './shell/open-dialog'
import { isAsSent } from './start/is-as-sent'
import sheet from './tailwind.css?url'
import { watchNetwork } from './ui/network'

const css = document.querySelector('style')?.textContent ?? ''

/** The page came with the rules that its HTML uses; scripts can show anything. Without the sheet it stays plain HTML. */
function loadSheet(): Promise<Event> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.addEventListener('load', resolve, { once: true })
    link.addEventListener('error', reject, { once: true })
    document.head.append(link)
  })
}

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

// A dialog that the page came with: React would wait for it while it hydrates, with the same risk.
const isDialogOpen = openDialogName(new URLSearchParams(window.location.search))
watchNetwork()
await Promise.all([loadSheet(), decodeData(), isDialogOpen && loadDialogs()])
if (isAsSent())
  startTransition(() => {
    hydrateRoot(
      document,
      <DocumentContext.Provider value={{ css }}>
        <RemixBrowser />
      </DocumentContext.Provider>,
    )
  })
