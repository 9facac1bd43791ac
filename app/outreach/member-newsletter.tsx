import { paths } from '~/paths'
import { COMMON_TEXTS, PostForm } from '~/ui/form'
import { Submit } from '~/ui/submit'
import '~/ui/panel-parts.css'

interface MemberNewsletterProps {
  email: string
  isSubscribed: boolean
}

export function MemberNewsletter({ email, isSubscribed }: MemberNewsletterProps) {
  return (
    <section className="panel stack" aria-labelledby="newsletter-title" id="newsletter">
      <h2 id="newsletter-title">Newsletter</h2>
      <p>
        {isSubscribed
          ? `The best deals of the week go to ${email}.`
          : `Get the best deals of the week by e-mail, at ${email}. No more than that, and you can leave here at any time.`}
      </p>
      <PostForm
        form={isSubscribed ? 'leave-newsletter' : 'newsletter'}
        action={isSubscribed ? paths.leaveNewsletter : paths.newsletter}
        className="form form-narrow"
        whenFailed={COMMON_TEXTS}
      >
        <input type="hidden" name="email" value={email} />
        <Submit>{isSubscribed ? 'Unsubscribe' : 'Subscribe'}</Submit>
      </PostForm>
    </section>
  )
}
