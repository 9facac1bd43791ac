/** False for HEAD requests and prefetches: they record no click, consume no flash and read no notification. */
export function isNavigation(request: Request): boolean {
  const purpose = request.headers.get('Sec-Purpose') ?? request.headers.get('Purpose') ?? ''
  return request.method === 'GET' && !/prefetch|prerender/i.test(purpose)
}

/** The browser's fetch() sent it, not a document or a form. */
export const isByScript = (request: Request) => request.headers.get('Sec-Fetch-Dest') === 'empty'
