import { DataTable, LinkList } from '../views/answer-view'
import { writeOperationPath } from '../views/paths'
import type { LinkView } from '../views/view'
import type { Queue } from './read-queue.server'
import '../views/desk.css'

export const QueuePage = ({ queue }: { queue: Queue }) => (
  <section className="desk-panel" aria-labelledby="queue-title">
    <h2 id="queue-title">Waiting for us: {queue.count}</h2>
    <DataTable table={queue.waiting} label="Waiting for us" />
    <LinkList links={LISTS} label="Lists" />
  </section>
)

const LISTS: readonly LinkView[] = [
  { title: 'Late', to: writeOperationPath('claims list', { late: 'yes' }) },
  { title: 'Sent to the store', to: writeOperationPath('claims list', { state: 'sent' }) },
  { title: 'Answered', to: writeOperationPath('claims list', { state: 'answered' }) },
  { title: 'Declined', to: writeOperationPath('claims list', { state: 'declined' }) },
  { title: 'All claims', to: writeOperationPath('claims list') },
]
