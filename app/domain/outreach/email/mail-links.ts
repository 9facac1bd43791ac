interface Origins {
  publicOrigin: string
  deskOrigin: string
}

/** Throws for other sites, so that no user's text becomes such a link. Account pages open the sign-in dialog. */
export function buildLink(path: string, { publicOrigin, deskOrigin }: Origins): string {
  const origin = /^\/Desk(?:[/?]|$)/.test(path) ? deskOrigin : publicOrigin
  const url = /^\/(?![/\\])[!-~]*$/.test(path) ? new URL(path, origin) : null
  if (url?.origin !== origin) throw new Error('a mail links to a page of the site only')
  if (/^\/Account(?:\/|$)/.test(url.pathname) && !url.searchParams.has('dialog'))
    url.searchParams.set('dialog', 'sign-in')
  return url.href
}
