export const getUrlPath = (url: string): string => url.split('?', 1)[0] ?? ''

/** Whether a request comes from a page of another path. The application and the page cache, which varies by it, have to agree. */
export const isOtherPage = (referrer: string | null, pathname: string): boolean =>
  referrer !== null && URL.canParse(referrer) && new URL(referrer).pathname !== pathname
