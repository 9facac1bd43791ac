import { Command } from 'commander'
import { describeCause } from '~/alerts/causes'
import { findAlert, listAlerts, type AlertEvent, type ListedAlert } from '~/alerts/review.server'
import { hasWebhook } from '~/alerts/webhook.server'
import { formatTime } from '~/formats/dates'
import { test } from './alerts-test'
import { commandPrefix } from './command-name'
import { listCommand, readFilter, printList, showCommand, type ListOptions } from './list-options'
import { truncate, table, text, type Column } from './safe-text'
import { RefusedCommand, print, printJson, type Answers } from './terminal'

export function alertCommands(): Command {
  const group = new Command('alerts').addHelpText(
    'after',
    `
The server evaluates the conditions once a minute; docs/operator.md ('Alerts') explains each and what to do.

Examples:
  $ ${commandPrefix()} alerts list
  $ ${commandPrefix()} alerts show 3
  $ ${commandPrefix()} alerts test`,
  )
  listCommand(group, { description: 'open alerts, newest first', days: 'opened', csv: true })
    .option('--all', 'include cleared alerts')
    .action(list)
  showCommand(group, 'one alert, what to do, and the delivery of its events').action(show)
  group
    .command('test')
    .description('send a test message to ALERT_WEBHOOK and print the response')
    .option('--json', 'print a JSON object')
    .action(test)
  return group
}

function newestDelivery(events: AlertEvent[]): string {
  const last = events.at(-1)
  return last ? deliveryState(last) : 'no webhook'
}

function deliveryState({ event, delivered_at, attempts, error }: AlertEvent): string {
  if (delivered_at) return `${event}: sent`
  return `${event}: ${attempts ? `${attempts} × ${error ?? 'not answered'}` : 'to be sent'}`
}

const COLUMNS: readonly Column<ListedAlert>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'CAUSE', cell: ({ cause }) => cause },
  { head: 'SUBJECT', cell: ({ subject }) => subject },
  { head: 'OPENED', cell: ({ opened_at }) => formatTime(opened_at) },
  { head: 'CLEARED', cell: ({ cleared_at }) => (cleared_at ? formatTime(cleared_at) : '') },
  { head: 'WEBHOOK', cell: ({ events }) => newestDelivery(events) },
  { head: 'DETAIL', cell: ({ detail }) => truncate(detail, 80) },
]

async function list({ all = false, ...options }: ListOptions & { all?: boolean }): Promise<void> {
  printList(await listAlerts({ all, ...(await readFilter(options)) }, options.limit), options, {
    columns: all ? COLUMNS : COLUMNS.filter(({ head }) => head !== 'CLEARED'),
    one: 'alert',
    none: all ? text`No alert matches.` : text`No alert is open.`,
    toJson,
    fields: ['id', 'cause', 'subject', 'opened_at', 'last_seen_at', 'cleared_at', 'webhook', 'detail'],
  })
  if (!hasWebhook() && !options.json && !options.csv)
    print`\nALERT_WEBHOOK is not set here: alerts appear only in this list.`
}

const EVENT_COLUMNS: readonly Column<AlertEvent>[] = [
  { head: 'EVENT', cell: ({ event }) => event },
  { head: 'MESSAGE', cell: ({ id }) => id },
  { head: 'CREATED', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'SENT', cell: ({ delivered_at }) => (delivered_at ? formatTime(delivered_at) : 'not yet') },
  { head: 'ATTEMPTS', cell: ({ attempts }) => String(attempts), right: true },
  { head: 'LAST ERROR', cell: ({ error }) => error ?? '' },
  {
    head: 'NEXT ATTEMPT',
    cell: ({ delivered_at, next_attempt_at }) => (delivered_at ? '' : formatTime(next_attempt_at)),
  },
]

async function show(id: number, { json }: Answers): Promise<void> {
  const alert = await findAlert(id)
  if (!alert) throw new RefusedCommand(`There is no alert ${id}. \`alerts list --all\` shows all alerts.`)
  if (json) return printJson(toJson(alert))
  const { cause, subject, detail, opened_at, last_seen_at, cleared_at, events } = alert
  const { title, next } = describeCause(cause)
  print`Alert ${id}, ${cause}${subject ? text` of ${subject}` : ''}: ${title}.`
  print`  ${detail}`
  print`  opened ${formatTime(opened_at)}, last seen ${formatTime(last_seen_at)}${cleared_at ? text`, cleared ${formatTime(cleared_at)}` : ''}`
  if (!cleared_at) print`\n${next}`
  if (events.length) print`\n${table(events, EVENT_COLUMNS)}`
  else print`\nNo event was created for the webhook.`
}

const toJson = ({ events, ...alert }: ListedAlert) => ({
  ...alert,
  next: describeCause(alert.cause).next,
  webhook: newestDelivery(events),
  events: events.map(({ id, event, created_at, attempts, error, delivered_at }) => ({
    id,
    event,
    created_at,
    attempts,
    error,
    delivered_at,
  })),
})
