/** Files that browsers and password managers request (RFC 8615). */
import { readContact } from '~/domain/settings/contact.server'
import { PLAIN_TEXT } from '~/platform/config/caching'
import { env } from '~/platform/config/env.server'
import { DAY_MS } from '~/platform/formats/dates'
import { resource } from '~/http/resource.server'
import { redirectKeepingFlash, refusal } from '~/http/respond.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'text' } satisfies RouteHandle

const EXPIRES_AFTER_DAYS = 90

export const loader = resource(async ({ request, params }) => {
  if (params['*'] === 'change-password') return redirectKeepingFlash(request, paths.changePassword)
  if (params['*'] === 'security.txt') return new Response(await formatSecurityText(), { headers: PLAIN_TEXT })
  return refusal(404, 'Not Found')
})

/** Contact for security reports (RFC 9116). */
async function formatSecurityText(): Promise<string> {
  const { publicOrigin } = env()
  const { support } = await readContact()
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + EXPIRES_AFTER_DAYS) * DAY_MS)
  return `Contact: mailto:${support}\nExpires: ${expires.toISOString()}\nCanonical: ${publicOrigin}/.well-known/security.txt\n`
}
