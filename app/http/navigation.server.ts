/** Which requests come of a client-side navigation. */

/** Whether scripts of ours ask, not the browser for a document. */
export const isByScript = (request: Request) => request.headers.get('Sec-Fetch-Dest') === 'empty'

/** Whether scripts ask from another page than this: they are about to show it in their own document. */
export function isFromElsewhere(request: Request): boolean {
  const referrer = request.headers.get('Referer')
  if (!isByScript(request) || !referrer || !URL.canParse(referrer)) return false
  return new URL(referrer).pathname !== new URL(request.url).pathname
}
