import { useContext } from 'react'
import { DocumentContext } from '~/document'

/** The network's own script (docs/rules.md#7). Our mark lets it into the page's policy; it runs in a fresh document. */
export function TrackingScript({ src }: { src: string }) {
  const { marker } = useContext(DocumentContext)
  return <script async src={src} nonce={marker} />
}
