import { Link } from '~/components/ui/link'
import { ClaimChip } from '~/components/account/claim-chip'
import type { ShownClaim } from '~/domain/tracking/show-claim'
import './claim-list.css'

export const ClaimList = ({ claims }: { claims: ShownClaim[] }) => (
  <section className="panel" id="claims" aria-labelledby="claims-title">
    <h2 id="claims-title" className="panel-title">
      Your claims
    </h2>
    <ul className="claim-list">
      {claims.map(({ number, href, state, kind, store, about, date, answerBy }) => (
        <li key={number} className="claim-row">
          <div>
            <p className="claim-kind-word">
              <Link to={href} className="stretched">
                {store && `${store}: `}
                {kind}
              </Link>
            </p>
            <p className="muted text-small">
              {about} · <span className="claim-number">{number}</span> · {date}
            </p>
          </div>
          <p className="claim-state">
            <ClaimChip state={state} />{' '}
            {answerBy && <span className="muted text-small">answer by {answerBy}</span>}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
