import { isOtherPage } from '~/platform/formats/url-path'
import { isByScript } from './form/navigation'

export function isFromElsewhere(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return isByScript(request) && isOtherPage(request.headers.get('Referer'), pathname)
}
