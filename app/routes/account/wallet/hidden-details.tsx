import { moneyMessages } from '~/messages/money'
import '~/components/ui/panel-parts.css'

/** Has the ids of both hidden cards, because links point to them. */
export const HiddenDetails = ({ text }: { text: string }) => (
  <section className="panel panel-parts" id="bank-details" aria-labelledby="details-title">
    <h2 id="details-title">{moneyMessages.payoutDetails.hidden.title}</h2>
    <p id="upi-details">{text}</p>
  </section>
)
