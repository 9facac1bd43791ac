/** The path of a request's URL, without its query. */
export const urlPath = (url: string): string => url.split('?', 1)[0] ?? ''
