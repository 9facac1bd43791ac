import { renderToStaticMarkup } from 'react-dom/server'
import { hash } from '~/http/finish-document.server'
import { setSecurityHeaders } from '~/http/security-headers.server'
import { assets } from 'virtual:remix/server-build'
import { listGuestPages, listMemberChanges, listSegmentsWithoutPages } from '~/http/route-table.server'
import { pushMessages } from '~/messages/push'
import { paths } from '~/paths'
import { readSheets } from '~/http/page-style.server'
import type { WorkerData } from './copies'
// oxlint-disable-next-line import/default -- app/offline/bundle-worker.ts makes it
import ended from './disabled-worker.ts?worker-script'
import { CopyNote, CopyItem, CopyList, listStyle, NoCopies, OfflinePage } from './offline-page'
// oxlint-disable-next-line import/default -- app/offline/bundle-worker.ts makes it
import worker from './worker.ts?worker-script'

let script: string | undefined

export function buildWorkerScript(isOn: boolean): string {
  if (!isOn) return ended
  script ??= worker.replace('__SHOWN__', () => JSON.stringify(buildWorkerData()))
  return script
}

function buildWorkerData(): WorkerData {
  const { title, text } = pushMessages.pushed.safety
  return {
    page: renderOfflineParts(),
    guestPages: listGuestPages(),
    segmentsWithoutPages: listSegmentsWithoutPages(),
    memberChanges: listMemberChanges(),
    note: renderToStaticMarkup(<CopyNote />),
    pushed: { title, body: text, tag: 'safety', path: paths.notifications },
  }
}

function renderOfflineParts(): WorkerData['page'] {
  const list = renderToStaticMarkup(<CopyList />)
  const item = renderToStaticMarkup(<CopyItem />)
  const none = renderToStaticMarkup(<NoCopies />)
  const rendered = renderToStaticMarkup(<OfflinePage>{'{kept}'}</OfflinePage>)
  const style = readSheets(assets.routes['root']?.css ?? []) + listStyle.trim()
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  setSecurityHeaders(headers, { styleHashes: [hash(style)] })
  return {
    html: `<!DOCTYPE html>${rendered}`.replace('<style></style>', () => `<style>${style}</style>`),
    headers: Object.fromEntries(headers),
    list,
    item,
    none,
  }
}
