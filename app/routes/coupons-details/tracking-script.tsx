import { useContext } from 'react'
import { DocumentContext } from '~/components/ui/document-context'

/** The network's script (docs/rules.md#7). The CSP nonce allows it only in a freshly loaded document. */
export function TrackingScript({ src }: { src: string }) {
  const { marker } = useContext(DocumentContext)
  return <script async src={src} nonce={marker} />
}
