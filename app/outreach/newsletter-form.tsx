import { Field, PostForm, Submit } from '~/ui/form'

/** A panel with the newsletter's one field. */
export function NewsletterForm() {
  return (
    <section className="section" aria-labelledby="newsletter-title" id="newsletter">
      <div className="panel newsletter">
        <div>
          <h2 id="newsletter-title">Subscribe to our Newsletter</h2>
          <p className="muted">
            The best deals of the week by e-mail. No more than that, and you can leave at any time.
          </p>
        </div>
        <PostForm form="newsletter" action="/newsletter">
          <Field
            name="email"
            label="Email address"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            maxLength={254}
          />
          <Submit>Subscribe</Submit>
        </PostForm>
      </div>
    </section>
  )
}
