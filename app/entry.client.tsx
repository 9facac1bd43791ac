import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DocumentContext } from '~/ui/document-context'
import { watchNetwork } from './ui/network'

const css = document.querySelector('style')?.textContent ?? ''

watchNetwork()
startTransition(() => {
  hydrateRoot(
    document,
    <DocumentContext.Provider value={{ css }}>
      <RemixBrowser />
    </DocumentContext.Provider>,
  )
})
