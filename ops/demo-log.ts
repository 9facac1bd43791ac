import { readOsAccount } from '~/operations/actor.server'
import { recordCommand, recordCommandEnd } from '~/wallet/audit/command-log.server'

/** Does the work of a command with its entry in the operator log, which ends a minute after `at`; without `at`, now. */
export async function logDemoCommand(command: string, at: Date | undefined, work: () => Promise<unknown>) {
  const logId = await recordCommand({ osUser: readOsAccount() }, command, { at })
  await work()
  await recordCommandEnd(logId, 'done', at && { at: new Date(at.getTime() + 60_000) })
}
