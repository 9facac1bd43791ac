import { useRoot } from '~/components/layout/root-data'
import { Art } from '~/components/ui/art'
import { DialogLink } from '~/components/ui/link'
import './join-strip.css'
import '~/components/ui/banner.css'

export function JoinStrip() {
  if (useRoot().user) return null
  return (
    <section className="banner banner-2 join-strip" aria-labelledby="strip-title">
      <Art />
      <div>
        <h2 id="strip-title">Free to join, free to use</h2>
        <p>Sign up once, then shop as usual and earn cashback.</p>
      </div>
      <DialogLink name="sign-up" className="button button-white">
        Sign up
      </DialogLink>
    </section>
  )
}
