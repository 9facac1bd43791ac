import type { ReactNode } from 'react'
import { queueMessages } from '~/messages/queues'
import { Link } from '~/components/ui/link'
import type { FollowUp, QueueView } from '~/http/desk/queues.server'
import type { LinkView } from '~/http/desk/views/view'
import './desk.css'
import './queue-place.css'

export const QueueLinks = ({ queue: { place, to, previous, next } }: { queue: QueueView }) => (
  <nav aria-label="Queue">
    <p className="desk-queue">
      <Link to={to}>{place}</Link>{' '}
      <span className="desk-queue-steps">
        {previous && (
          <Link to={previous} className="button" rel="prev">
            {queueMessages.previous}
          </Link>
        )}{' '}
        {next && (
          <Link to={next} className="button" rel="next">
            {queueMessages.next}
          </Link>
        )}
      </span>
    </p>
  </nav>
)

interface NextLinksProps {
  followUp: FollowUp | null
  /** Of the operation that was done. */
  form: LinkView
  children: ReactNode
}

/** After an operation: to the next one that waits, back to the record, or to the same form once more. */
export const NextLinks = ({ followUp, form, children }: NextLinksProps) => (
  <p className="desk-links">
    {followUp?.next && (
      <Link to={followUp.next.to} className="button button-primary">
        {queueMessages.next}: {followUp.next.title}
      </Link>
    )}{' '}
    {followUp ? (
      <>
        {followUp.record && (
          <Link to={followUp.record.to} className="button">
            {followUp.record.title}
          </Link>
        )}{' '}
        <Link to={followUp.queue.to} className="button">
          {followUp.queue.title}
        </Link>
      </>
    ) : (
      <Link to={form.to} className="button">
        {form.title}: another one
      </Link>
    )}{' '}
    {children}
  </p>
)
