import { LinkList } from './answer-view'
import { ChosenForm } from './chosen-form'
import { DataTable } from './data-table'
import { Panel } from './panel'
import { buildOperationPath } from '~/http/desk/views/paths'
import type { LinkView } from '~/http/desk/views/view'
import type { Queue } from '~/http/desk/read-queue.server'

export const QueuePage = ({ queue }: { queue: Queue }) => (
  <Panel id="queue" title={<>Waiting for us: {queue.count}</>}>
    <ChosenForm chosen={queue.chosen}>
      <DataTable table={queue.waiting} label="Waiting for us" />
    </ChosenForm>
    <LinkList links={LISTS} label="Lists" />
  </Panel>
)

const LISTS: readonly LinkView[] = [
  { title: 'Late', to: buildOperationPath('claims list', { late: 'yes' }) },
  { title: 'Sent to the store', to: buildOperationPath('claims list', { state: 'sent' }) },
  { title: 'Answered', to: buildOperationPath('claims list', { state: 'answered' }) },
  { title: 'Declined', to: buildOperationPath('claims list', { state: 'declined' }) },
  { title: 'All claims', to: buildOperationPath('claims list') },
]
