import { readLiteralAddress, isAllowedAddress } from '~/platform/outbound/addresses'

interface Variables {
  ALERT_WEBHOOK?: string | undefined
  ALERT_WEBHOOK_SECRET?: string | undefined
  ALERT_WEBHOOK_ALLOW: string[]
}

export function findAlertProblems(v: Variables, demo: boolean): string[] {
  if (v.ALERT_WEBHOOK === undefined)
    return v.ALERT_WEBHOOK_SECRET === undefined
      ? []
      : ['ALERT_WEBHOOK: not set, though ALERT_WEBHOOK_SECRET is: no alert would be sent']
  const url = new URL(v.ALERT_WEBHOOK)
  const problems: string[] = []
  if (v.ALERT_WEBHOOK_SECRET === undefined)
    problems.push('ALERT_WEBHOOK_SECRET: required with ALERT_WEBHOOK, to sign its messages')
  if (url.username || url.password || url.hash)
    problems.push('ALERT_WEBHOOK: must have no user name, password or fragment')
  if (url.protocol === 'http:' && !demo)
    problems.push('ALERT_WEBHOOK: must begin with https: outside demo mode')
  // Other names are resolved and checked when a message is sent.
  const address =
    readLiteralAddress(url) ?? (/^(?:.+\.)?localhost\.?$/.test(url.hostname) ? '127.0.0.1' : null)
  if (address !== null && !isAllowedAddress(address, v.ALERT_WEBHOOK_ALLOW))
    problems.push(
      `ALERT_WEBHOOK: ${url.hostname} is not a public address; list it in ALERT_WEBHOOK_ALLOW to allow it`,
    )
  return problems
}
