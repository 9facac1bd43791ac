import { Command } from 'commander'
import { sendTestCode } from '~/domain/accounts/otp.server'
import { parseMobile } from '~/domain/accounts/rules'
import { formatCount } from '~/platform/formats/count'
import { RefusalError } from '~/desk/refusal'
import { print, printJson, UsageError } from './terminal'

export const createOtpCommands = (): Command[] => [
  new Command('test')
    .description(
      'send a code by the provider of OTP_PROVIDER and print what it answered; nobody can sign in with it',
    )
    .argument('<phone>', 'a mobile number of yours')
    .option('--json', 'print a JSON object')
    .action(test),
]

function readPhone(text: string): string {
  const phone = parseMobile(text)
  if (!phone) throw new UsageError(`${text} is no mobile number of India.`)
  return phone
}

async function test(text: string, { json }: { json?: boolean }): Promise<void> {
  const answer = await sendTestCode(readPhone(text))
  if (json) printJson(answer)
  if (!answer.ok) throw new RefusalError(explainFailure(answer))
  if (json) return
  print`${answer.provider} took it${answer.reference === null ? '' : `: reference ${answer.reference}`}. Look whether the SMS has come.`
}

function explainFailure(answer: Extract<Awaited<ReturnType<typeof sendTestCode>>, { ok: false }>): string {
  switch (answer.reason) {
    case 'demo':
      return 'No SMS is sent to this number: codes are shown on the page (OTP_PROVIDER, ALLOW_DEMO_OTP).'
    case 'tooMany':
      return `Five tests an hour were sent. Try again in ${formatCount(answer.minutes, 'minute')}.`
    case 'failed':
      return 'The tests of this hour could not be counted, so none was sent.'
    case 'provider':
      return `${answer.provider} did not take it: ${answer.kind}. ${answer.mayHaveSent ? 'It may have sent the SMS.' : 'Nothing was sent: look at its keys and template.'}`
  }
}
