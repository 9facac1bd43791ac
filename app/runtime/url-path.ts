export const urlPath = (url: string): string => url.split('?', 1)[0] ?? ''
