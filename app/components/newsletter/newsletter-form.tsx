import { siteMessages } from '~/messages/site'
import { paths } from '~/paths'
import { EmailField } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { TRAP } from '~/domain/outreach/newsletter'
import './newsletter-form.css'
import '~/components/ui/section.css'

const FAILED = siteMessages.newsletter.failed
const WHEN_FAILED = { noAnswer: siteMessages.network.noAnswer, refused: FAILED, unexpected: FAILED }

export function NewsletterForm() {
  return (
    <section className="section" aria-labelledby="newsletter-title" id="newsletter">
      <div className="panel newsletter">
        <div>
          <h2 id="newsletter-title">Subscribe to our Newsletter</h2>
          <p className="muted text-small">
            {'The best deals of the week by e-mail, no more. You can '}
            <Link to={paths.leaveNewsletter} className="link">
              leave at any time
            </Link>
            .
          </p>
        </div>
        <PostForm form="newsletter" action={paths.newsletter} whenFailed={WHEN_FAILED}>
          <EmailField label="E-mail address" />
          <Trap />
          <Submit>Subscribe</Submit>
        </PostForm>
      </div>
    </section>
  )
}

/** Honeypot: hidden by CSS, filled in only by bots. */
const Trap = () => (
  <div className="sr-only" aria-hidden="true">
    <label>
      Leave this field empty <input name={TRAP} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
