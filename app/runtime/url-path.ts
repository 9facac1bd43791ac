export const getUrlPath = (url: string): string => url.split('?', 1)[0] ?? ''
