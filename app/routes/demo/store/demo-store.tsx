import { siteMessages } from '~/messages/site'
import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { DialogLink, Link } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { STATE_WORDS, type SaleState } from '~/domain/tracking/visit-states'
import '~/components/ui/notice.css'
import './demo-store.css'

interface DemoStoreProps {
  clickId: string
  store: string
  offer: string
  /** Null: the offer has no cashback. */
  rate: string | null
  number: string
  href: string
  price: string
  state: SaleState | null
  isHeld: boolean
  isGuest: boolean
  /** The address of this page. */
  here: string
}

/** The tour of the demo: each step is a button that does what the store, its network or the member would do. */
export function DemoStore({
  clickId,
  store,
  offer,
  rate,
  number,
  href,
  price,
  state,
  isHeld,
  isGuest,
  here,
}: DemoStoreProps) {
  const isConfirmed = state === 'confirmed' || state === 'withdrawable'
  return (
    <main id="main" className="page">
      <div className="panel stack demo-store">
        <h1 className="text-xl">Here the store would open</h1>
        <p>
          {store}: {offer}
          {rate && <>, {rate} cashback</>}. The stores of this demo do not exist; the buttons do what a store
          and its network would do.
        </p>
        <ol className="demo-tour">
          <li>
            <b>Visited</b> <span className="muted">Visit {number} is recorded.</span>
          </li>
          <li>
            <b>Bought</b>{' '}
            {state === null ? (
              <Report click={clickId} here={here} report="pending" label={`Buy for ${price}`} />
            ) : (
              <span className="muted">For {price}.</span>
            )}
          </li>
          <li>
            <b>{STATE_WORDS.tracked}</b>{' '}
            <span className="muted">
              {state === null ? 'The store reports the order.' : 'The store has reported the order.'}
            </span>
          </li>
          <li>
            <b>{STATE_WORDS.confirmed}</b>{' '}
            {state === 'tracked' ? (
              <Report click={clickId} here={here} report="approved" label="Confirm the order" />
            ) : (
              <span className="muted">
                {isConfirmed
                  ? 'The store has confirmed it.'
                  : 'The store confirms it, usually after some weeks.'}
              </span>
            )}
          </li>
          <li>
            <b>Paid</b>{' '}
            <span className="muted">
              Withdraw it in your wallet. What is withdrawn, an operator pays at the{' '}
              <Link to="/Desk" className="link" reloadDocument>
                desk
              </Link>
              .
            </span>
          </li>
        </ol>
        {isHeld && (
          <div className="notice notice-warning">
            <p>{siteMessages.demo.held}</p>
          </div>
        )}
        {isGuest ? (
          <p>
            Sign up in this browser, and the cashback is yours.{' '}
            <DialogLink name="sign-up" className="link">
              Sign up
            </DialogLink>
          </p>
        ) : (
          <p className="buttons">
            <Link to={href} className={isConfirmed ? 'button' : 'button button-primary'}>
              See the visit
            </Link>{' '}
            <Link
              to={isConfirmed ? paths.wallet : paths.visits}
              className={isConfirmed ? 'button button-primary' : 'button'}
            >
              {isConfirmed ? 'Wallet' : 'My Cashback'}
            </Link>
          </p>
        )}
      </div>
    </main>
  )
}

interface ReportProps {
  click: string
  here: string
  report: 'pending' | 'approved'
  label: string
}

const Report = ({ click, here, report, label }: ReportProps) => (
  <PostForm form="demo-store" action={paths.demoStore} from={here}>
    <input type="hidden" name="click" value={click} />
    <input type="hidden" name="report" value={report} />
    <Submit>{label}</Submit>
  </PostForm>
)
