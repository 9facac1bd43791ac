import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { formatBody, isWebhookAccepted, sendToWebhook } from '~/domain/alerts/webhook.server'
import { env } from '~/platform/config/env.server'
import { truncate } from '~/platform/formats/characters'
import { RefusalError } from '~/desk/refusal'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { print, printJson } from './terminal'

export const createAlertsCommands = (): Command[] => [
  new Command('test')
    .description('send a test message to ALERT_WEBHOOK and print the response')
    .option('--json', 'print a JSON object')
    .action(test),
]

async function test({ json }: { json?: boolean }): Promise<void> {
  const { ALERT_WEBHOOK, publicOrigin } = env()
  if (ALERT_WEBHOOK === undefined)
    throw new RefusalError(
      'ALERT_WEBHOOK is not set here. Set it and ALERT_WEBHOOK_SECRET to the server’s values.',
    )
  // Print only the origin: path and query may contain a secret.
  const { origin } = new URL(ALERT_WEBHOOK)
  const id = randomUUID()
  const answer = await sendToWebhook(id, formatBody(id, 'test', publicOrigin, null)).catch(
    (error: unknown) => {
      if (error instanceof ProviderFailure) return error
      throw error
    },
  )
  const failure = answer instanceof ProviderFailure ? answer.kind : null
  const response = answer instanceof ProviderFailure ? null : answer
  const ok = response !== null && isWebhookAccepted(response)
  if (json)
    printJson({
      ok,
      id,
      to: origin,
      status: response?.status ?? null,
      answer: response?.text ?? null,
      failure,
    })
  else {
    print`POST to ${origin}, message ${id}`
    if (response) print`\n${response.status} ${truncate(response.text.trim(), 500)}`
  }
  if (ok) {
    if (!json)
      print`\nThe receiver accepted the message. Check that it reached you and that its signature is valid.`
    return
  }
  throw new RefusalError(
    response
      ? 'The receiver did not accept the message: an alert would be retried.'
      : `No response: ${failure}.`,
  )
}
