import { useRoot } from '~/root-data'
import { DialogLink } from '~/ui/link'

export function Hero() {
  return (
    <header className="hero">
      <h1>Your Gateway to Great Deals</h1>
      <p className="muted">Shop through DealDwaar, earn cashback, and withdraw it to your bank or UPI.</p>
    </header>
  )
}

export function JoinStrip() {
  if (useRoot().user) return null
  return (
    <section className="join-strip" aria-labelledby="strip-title">
      <div>
        <h2 id="strip-title">Free to join, free to use</h2>
        <p className="muted">A mobile number is all it takes to start earning cashback.</p>
      </div>
      <DialogLink name="sign-up" className="button button-primary">
        Sign up
      </DialogLink>
    </section>
  )
}
