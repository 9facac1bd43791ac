/** The JSON body of a webhook message (docs/operations.md, 'Alerts by webhook'). */
import { describeCause } from './alerts'

export type EventName = 'opened' | 'cleared' | 'test'

export interface AlertFacts {
  id: number
  cause: string
  subject: string
  detail: string
  opened_at: Date
  cleared_at: Date | null
}

export function formatBody(id: string, event: EventName, site: string, alert: AlertFacts | null): string {
  const { title, next } = alert
    ? describeCause(alert.cause)
    : { title: 'A test: nothing is wrong', next: 'Nothing.' }
  const about = alert?.subject ? `${title} (${alert.subject})` : title
  return JSON.stringify({
    id,
    event,
    site,
    alert: alert?.id ?? null,
    cause: alert?.cause ?? 'test',
    subject: alert?.subject ?? '',
    title,
    detail: alert?.detail ?? 'Sent to test the webhook.',
    next,
    opened_at: alert?.opened_at.toISOString() ?? null,
    cleared_at: alert?.cleared_at?.toISOString() ?? null,
    text: `${new URL(site).host}: ${event === 'cleared' ? `over: ${about}` : `${about}. ${alert?.detail ?? ''}`.trim()}`,
  })
}
