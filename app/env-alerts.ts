/** What is wrong with the variables of the alerts' webhook, taken together. */
import { literalAddress, mayReach } from './addresses'

interface Variables {
  ALERT_WEBHOOK?: string | undefined
  ALERT_WEBHOOK_SECRET?: string | undefined
  ALERT_WEBHOOK_ALLOW: string[]
}

/** One line for each variable that is wrong or missing. */
export function alertProblems(v: Variables, demo: boolean): string[] {
  if (v.ALERT_WEBHOOK === undefined)
    return v.ALERT_WEBHOOK_SECRET === undefined
      ? []
      : ['ALERT_WEBHOOK: not set, though ALERT_WEBHOOK_SECRET is: no alert would leave this machine']
  const url = new URL(v.ALERT_WEBHOOK)
  const problems: string[] = []
  if (v.ALERT_WEBHOOK_SECRET === undefined)
    problems.push('ALERT_WEBHOOK_SECRET: required by ALERT_WEBHOOK, which is signed with it')
  if (url.username || url.password || url.hash)
    problems.push('ALERT_WEBHOOK: must have no user name, password or fragment')
  if (url.protocol === 'http:' && !demo)
    problems.push('ALERT_WEBHOOK: must begin with https: outside of the demo')
  // Other names are looked up when something is sent.
  const address = literalAddress(url) ?? (/^(?:.+\.)?localhost\.?$/.test(url.hostname) ? '127.0.0.1' : null)
  if (address !== null && !mayReach(address, v.ALERT_WEBHOOK_ALLOW))
    problems.push(
      `ALERT_WEBHOOK: ${url.hostname} is no public address; ALERT_WEBHOOK_ALLOW lists private ones that it may go to`,
    )
  return problems
}
