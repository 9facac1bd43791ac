export const isOtherPage = (referrer: string | null, pathname: string): boolean =>
  referrer !== null && URL.canParse(referrer) && new URL(referrer).pathname !== pathname
