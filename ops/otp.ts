import { commandPrefix } from './command-name'
import { Command } from 'commander'
import { unlockPhone } from '~/accounts/attempt-limits.server'
import { mobileOf } from './members'
import { say, UsageError } from './terminal'

export function otpCommands(): Command {
  const group = new Command('otp').addHelpText(
    'after',
    `
Example: a member wrote the code wrongly too often and cannot sign in
  $ ${commandPrefix()} otp unlock 9000000001`,
  )
  group
    .command('unlock')
    .description('reset the rate limits of codes and passwords for a mobile number')
    .argument('<phone>', 'the mobile number')
    .action(unlock)
  return group
}

async function unlock(text: string): Promise<void> {
  const phone = mobileOf(text)
  if (!phone) throw new UsageError(`${text} is no mobile number of India.`)
  await unlockPhone(phone)
  say`The number is free again: a new code can be asked for.`
}
