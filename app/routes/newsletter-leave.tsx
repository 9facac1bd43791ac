import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { readForm } from '~/http/input.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { fill } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import { failure, success } from '~/notice'
import { subscriptionSchema } from '~/outreach/newsletter'
import { leaveNewsletter } from '~/outreach/newsletter.server'
import { TRAP } from '~/outreach/trap'
import { paths } from '~/paths'
import { pageMeta, siteOrigin } from '~/shell/page-meta'
import { Field } from '~/ui/field'
import { COMMON_TEXTS, PostForm } from '~/ui/form'
import { Link } from '~/ui/link'
import { Submit } from '~/ui/submit'

export { headers } from '~/http/page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Newsletter | DealDwaar',
    description: 'Leave the newsletter of DealDwaar.',
    path: paths.leaveNewsletter,
    origin: siteOrigin(matches),
    robots: 'noindex',
  })

export const loader = () => privatePage(null)

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, subscriptionSchema, {
    form: 'leave-newsletter',
    secrets: [TRAP],
    fallback: paths.leaveNewsletter,
  })
  const result = await leaveNewsletter(form.input, context.clientAddress)
  if (!result.ok) {
    const text = fill(siteMessages.limits.tooMany.text, { n: result.minutes })
    return form.refuse({ notice: failure({ text }) })
  }
  const text = fill(siteMessages.newsletter.none, { email: form.input.email })
  return redirectWith(form.from, { notice: success({ text }) })
}

export default function NewsletterLeave() {
  return (
    <main id="main" className="page page-narrow">
      <div className="panel stack">
        <h1>Newsletter</h1>
        <p>Which e-mail address should not get our newsletter?</p>
        <PostForm form="leave-newsletter" action={paths.leaveNewsletter} whenFailed={COMMON_TEXTS}>
          <Field
            name="email"
            label="Email address"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            maxLength={254}
          />
          <Submit>Unsubscribe</Submit>
        </PostForm>
        <p>
          <Link to="/" className="button">
            Go to the home page
          </Link>
        </p>
      </div>
    </main>
  )
}
