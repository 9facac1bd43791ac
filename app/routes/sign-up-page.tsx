/** The sign-up dialog as a page (docs/rules.md#17). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignUpForm } from '~/components/sign-in/auth-forms'
import { readAuthForm } from '~/http/auth-flow.server'
import { writeProbeCookie } from '~/http/probe.server'
import { privatePage } from '~/http/page'
import { redirectKeepingFlash } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/platform/route-handle'
import { createMeta } from '~/components/layout/page-meta'
import { DialogLink } from '~/components/ui/link'
import { PanelPage } from '~/components/ui/panel-page'
import '~/components/ui/form-links.css'

export const handle = { sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'Sign Up',
  'Join DealDwaar with your mobile number: free of fees, cashback on every purchase through it.',
  paths.signUpPage,
)

export async function loader({ request }: LoaderFunctionArgs) {
  if (await readSession(request)) throw redirectKeepingFlash(request, '/')
  return privatePage(await readAuthForm(request, 'sign-up'), 200, writeProbeCookie(request))
}

export default function SignUpPage() {
  const form = useLoaderData<typeof loader>()
  return (
    <PanelPage title="Sign Up">
      <SignUpForm {...form} />
      <p className="form-links">
        <span>
          Already have an account? <DialogLink name="sign-in">Login</DialogLink>
        </span>
      </p>
    </PanelPage>
  )
}
