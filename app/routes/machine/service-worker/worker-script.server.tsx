import { renderToStaticMarkup } from 'react-dom/server'
import { hash } from '~/components/document/finish-document.server'
import { setSecurityHeaders } from '~/http/security-headers.server'
import { assets } from 'virtual:remix/server-build'
import { pushMessages } from '~/messages/push'
import { paths } from '~/paths'
import { readSheets } from '~/components/document/page-style.server'
// oxlint-disable-next-line import/default -- scripts/bundle-worker.mjs makes it
import disabledWorker from './disabled-worker.ts?worker-script'
import { OfflinePage } from './offline-page'
// oxlint-disable-next-line import/default -- scripts/bundle-worker.mjs makes it
import worker from './worker.ts?worker-script'
import type { WorkerData } from './worker'

let script: string | undefined

export function buildWorkerScript(isOn: boolean): string {
  if (!isOn) return disabledWorker
  script ??= worker.replace('__SHOWN__', () => JSON.stringify(buildWorkerData()))
  return script
}

function buildWorkerData(): WorkerData {
  const { title, text } = pushMessages.pushed.safety
  return { page: renderPage(), pushed: { title, body: text, tag: 'safety', path: paths.notifications } }
}

function renderPage(): WorkerData['page'] {
  const style = readSheets(assets.routes['root']?.css ?? [])
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  setSecurityHeaders(headers, { styleHashes: [hash(style)] })
  const html = renderToStaticMarkup(<OfflinePage />)
  return {
    html: `<!DOCTYPE html>${html}`.replace('<style></style>', () => `<style>${style}</style>`),
    headers: Object.fromEntries(headers),
  }
}
