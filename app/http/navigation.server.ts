import { isOtherPage } from '~/platform/formats/url-path'

export const isByScript = (request: Request) => request.headers.get('Sec-Fetch-Dest') === 'empty'

export function isFromElsewhere(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return isByScript(request) && isOtherPage(request.headers.get('Referer'), pathname)
}
