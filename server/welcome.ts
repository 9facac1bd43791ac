import { demoOperator, demoPeople } from '../environment/demo-people'
import type { Env } from '~/platform/config/env.server'

/** Demo only: it prints passwords. */
export function welcome(env: Env): void {
  const people = demoPeople.map(
    ({ username, phone_number, password }) => `    ${phone_number}  ${password}  (${username})`,
  )
  process.stdout.write(
    [
      '',
      `  DealDwaar is at ${env.publicOrigin}`,
      '',
      '  Demo mode: no SMS is sent, no money moves, the data stay in DATA_DIR.',
      '  Sign in with a mobile number and its password:',
      ...people,
      `  Operators work at ${env.deskOrigin}/Desk, where the page shows the code:`,
      `    ${demoOperator.name}  ${demoOperator.password}`,
      '  The network reports a sale (CLICK is the p1 of the shop’s address after Get Deal):',
      `    ${env.publicOrigin}/postback/trackier/${env.trackierSecret}?p1=CLICK&txn_id=1&sale_amount=1000&payout=80&status=approved`,
      '',
      '  Ctrl-C stops everything.',
      '',
      '',
    ].join('\n'),
  )
}
