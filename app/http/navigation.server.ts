export const isByScript = (request: Request) => request.headers.get('Sec-Fetch-Dest') === 'empty'

export function isFromElsewhere(request: Request): boolean {
  const referrer = request.headers.get('Referer')
  if (!isByScript(request) || !referrer || !URL.canParse(referrer)) return false
  return new URL(referrer).pathname !== new URL(request.url).pathname
}
