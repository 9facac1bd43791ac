/** `alerts`: what is wrong and was noticed by itself, and whether the webhook hears of it. */
import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { wordsOf } from '~/alerts/causes'
import { bodyOf } from '~/alerts/events'
import { findAlert, listAlerts, type AlertEvent, type ListedAlert } from '~/alerts/review.server'
import { hasWebhook, isTaken, sendToWebhook } from '~/alerts/webhook.server'
import { ProviderFailure } from '~/ask.server'
import { formatTime } from '~/dates'
import { env } from '~/env.server'
import { listCommand, readFilter, sayList, showCommand, type ListOptions } from './list-options'
import { short, table, text, type Column } from './shown'
import { RefusedCommand, say, sayJson, type Answers } from './terminal'

export function alertCommands(): Command {
  const group = new Command('alerts')
    .description('what is wrong and was noticed by itself, and whether the webhook was told')
    .addHelpText(
      'after',
      `
The server evaluates the conditions once a minute; docs/operator.md ('Alerts') has them and what to do about each.

Examples:
  $ npm run ops -- alerts list
  $ npm run ops -- alerts show 3
  $ npm run ops -- alerts test`,
    )
  listCommand(group, { description: 'those that are open, the newest first', days: 'opened', csv: true })
    .option('--all', 'those that are over as well')
    .action(list)
  showCommand(group, 'one of them, what to do, and what the webhook answered').action(show)
  group
    .command('test')
    .description('send a test to ALERT_WEBHOOK now, and print the answer')
    .option('--json', 'for scripts: one JSON object')
    .action(test)
  return group
}

/** What became of the newest event. */
function deliveryOf(events: AlertEvent[]): string {
  const last = events.at(-1)
  return last ? stateOf(last) : 'no webhook'
}

function stateOf({ event, delivered_at, attempts, error }: AlertEvent): string {
  if (delivered_at) return `${event}: sent`
  return `${event}: ${attempts ? `${attempts} × ${error ?? 'not answered'}` : 'to be sent'}`
}

const COLUMNS: readonly Column<ListedAlert>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'CAUSE', cell: ({ cause }) => cause },
  { head: 'SUBJECT', cell: ({ subject }) => subject },
  { head: 'OPENED', cell: ({ opened_at }) => formatTime(opened_at) },
  { head: 'CLEARED', cell: ({ cleared_at }) => (cleared_at ? formatTime(cleared_at) : '') },
  { head: 'WEBHOOK', cell: ({ events }) => deliveryOf(events) },
  { head: 'DETAIL', cell: ({ detail }) => short(detail, 80) },
]

async function list({ all = false, ...options }: ListOptions & { all?: boolean }): Promise<void> {
  sayList(await listAlerts({ all, ...(await readFilter(options)) }, options.limit), options, {
    columns: all ? COLUMNS : COLUMNS.filter(({ head }) => head !== 'CLEARED'),
    one: 'alert',
    none: all ? text`There is no such alert.` : text`No alert is open.`,
    forScripts,
    fields: ['id', 'cause', 'subject', 'opened_at', 'last_seen_at', 'cleared_at', 'webhook', 'detail'],
  })
  if (!hasWebhook() && !options.json && !options.csv)
    say`\nALERT_WEBHOOK is not set here: alerts stay in this list.`
}

const EVENT_COLUMNS: readonly Column<AlertEvent>[] = [
  { head: 'EVENT', cell: ({ event }) => event },
  { head: 'MESSAGE', cell: ({ id }) => id },
  { head: 'WRITTEN', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'SENT', cell: ({ delivered_at }) => (delivered_at ? formatTime(delivered_at) : 'not yet') },
  { head: 'TRIES', cell: ({ attempts }) => String(attempts), right: true },
  { head: 'LAST ERROR', cell: ({ error }) => error ?? '' },
  {
    head: 'NEXT TRY',
    cell: ({ delivered_at, next_attempt_at }) => (delivered_at ? '' : formatTime(next_attempt_at)),
  },
]

async function show(id: number, { json }: Answers): Promise<void> {
  const alert = await findAlert(id)
  if (!alert) throw new RefusedCommand(`There is no alert ${id}. \`alerts list --all\` shows them.`)
  if (json) return sayJson(forScripts(alert))
  const { cause, subject, detail, opened_at, last_seen_at, cleared_at, events } = alert
  const { title, next } = wordsOf(cause)
  say`Alert ${id}, ${cause}${subject ? text` of ${subject}` : ''}: ${title}.`
  say`  ${detail}`
  say`  opened ${formatTime(opened_at)}, last seen ${formatTime(last_seen_at)}${cleared_at ? text`, cleared ${formatTime(cleared_at)}` : ''}`
  if (!cleared_at) say`\n${next}`
  if (events.length) say`\n${table(events, EVENT_COLUMNS)}`
  else say`\nThe webhook was told nothing.`
}

const forScripts = ({ events, ...alert }: ListedAlert) => ({
  ...alert,
  next: wordsOf(alert.cause).next,
  webhook: deliveryOf(events),
  events: events.map(({ id, event, created_at, attempts, error, delivered_at }) => ({
    id,
    event,
    created_at,
    attempts,
    error,
    delivered_at,
  })),
})

async function test({ json }: { json?: boolean }): Promise<void> {
  const { ALERT_WEBHOOK, publicOrigin } = env()
  if (ALERT_WEBHOOK === undefined)
    throw new RefusedCommand(
      'ALERT_WEBHOOK is not set here. Set it and ALERT_WEBHOOK_SECRET to the server’s values.',
    )
  // Its path and query may be a secret.
  const { origin } = new URL(ALERT_WEBHOOK)
  const id = randomUUID()
  const answer = await sendToWebhook(id, bodyOf(id, 'test', publicOrigin, null)).catch((error: unknown) => {
    if (error instanceof ProviderFailure) return error
    throw error
  })
  const failure = answer instanceof ProviderFailure ? answer.kind : null
  const given = answer instanceof ProviderFailure ? null : answer
  const ok = given !== null && isTaken(given)
  if (json)
    sayJson({ ok, id, to: origin, status: given?.status ?? null, answer: given?.text ?? null, failure })
  else {
    say`POST to ${origin}, message ${id}`
    if (given) say`\n${given.status} ${short(given.text.trim(), 500)}`
  }
  if (ok) {
    if (!json) say`\nThe receiver took it. Look whether it reached you, and whether the signature fits.`
    return
  }
  throw new RefusedCommand(
    given ? 'The receiver did not take it: an alert would be sent again.' : `Not answered: ${failure}.`,
  )
}
