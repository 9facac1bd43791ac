import { describeCause } from '~/domain/alerts/alerts'
import { findAlert, listAlerts, type AlertEvent, type ListedAlert } from '~/domain/alerts/review.server'
import { hasWebhook } from '~/domain/alerts/webhook.server'
import { describeColumns, describeData, describeRows, describeWhole } from './columns'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter, requireFound } from './lookups.server'
import { see, type Topic } from './operation'

function describeDelivery({ events }: ListedAlert): string {
  const last = events.at(-1)
  if (!last) return 'no webhook'
  const { event, delivered_at, attempts, error } = last
  if (delivered_at) return `${event}: sent`
  return `${event}: ${attempts ? `${attempts} × ${error ?? 'not answered'}` : 'to be sent'}`
}

const column = describeColumns<ListedAlert>()
const ALERT_COLUMNS = [
  column.id('id'),
  column.state('cause'),
  column.text('subject'),
  column.time('opened_at', { title: 'opened' }),
  column.time('last_seen_at', { title: 'last seen', only: 'data' }),
  column.time('cleared_at', { title: 'cleared' }),
  column.text('webhook', describeDelivery),
  column.text('detail', { width: 80 }),
]

const list = defineList({
  name: 'alerts list',
  title: 'Alerts',
  summary: 'open alerts, newest first',
  role: 'viewer',
  input: { ...field.days('opened'), all: field.yes('include cleared alerts') },
  one: 'alert',
  none: 'No alert is open.',
  columns: ALERT_COLUMNS,
  read: async (filter, page) => listAlerts(await readFilter(filter), page),
  key: ({ id }) => id,
  notes: () => (hasWebhook() ? [] : ['ALERT_WEBHOOK is not set here: alerts appear only in this list.']),
})

const event = describeColumns<AlertEvent>()
const EVENT_COLUMNS = [
  event.state('event'),
  event.text('id', { title: 'message' }),
  event.time('created_at', { title: 'created' }),
  event.time('delivered_at', { title: 'sent' }),
  event.count('attempts'),
  event.text('error', { title: 'last error' }),
  event.time('next_attempt_at', {
    title: 'next attempt',
    screen: ({ delivered_at, next_attempt_at }) => (delivered_at ? null : next_attempt_at),
  }),
]

const show = defineRecord({
  name: 'alerts show',
  title: 'Alert',
  summary: 'one alert, what to do, and the delivery of its events',
  role: 'viewer',
  input: { id: field.listNumber },
  async read({ id }) {
    const alert = requireFound(await findAlert(id), `alert ${id}`, see('alerts list', { all: 'yes' }))
    const { title, next, see: looks = [] } = describeCause(alert.cause)
    return {
      title: `Alert ${id}, ${alert.cause}: ${title}.`,
      facts: [...describeWhole(ALERT_COLUMNS, alert), ...describeData('text', { next })],
      tables: [
        describeRows('events', EVENT_COLUMNS, alert.events, {
          none: 'No event was created for the webhook.',
        }),
      ],
      notes: alert.cleared_at ? [] : [next],
      next: alert.cleared_at ? [] : looks,
    }
  },
})

export const topic: Topic = {
  operations: [list, show],
  help: `
The server evaluates the conditions once a minute; docs/operations.md explains them. Each alert says what to do.`,
  examples: `
Examples:
  $ alerts list
  $ alerts show 3
  $ alerts test`,
}
