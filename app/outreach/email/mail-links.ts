interface Origins {
  publicOrigin: string
  deskOrigin: string
}

/**
 * The absolute URL of a path of the site. Throws for anything else, so that no user's text becomes a link to another site.
 * Links to the account open the sign-in dialog for readers who are not signed in, and return from it.
 */
export function writeLink(path: string, { publicOrigin, deskOrigin }: Origins): string {
  const origin = /^\/Desk(?:[/?]|$)/.test(path) ? deskOrigin : publicOrigin
  const url = /^\/(?![/\\])[!-~]*$/.test(path) ? new URL(path, origin) : null
  if (url?.origin !== origin) throw new Error('a mail links to a page of the site only')
  if (/^\/Account(?:\/|$)/.test(url.pathname) && !url.searchParams.has('dialog'))
    url.searchParams.set('dialog', 'sign-in')
  return url.href
}
