import { InvalidArgumentError, Option } from 'commander'
import { NETWORK_NAMES } from '~/config/networks'

export const networkOption = () =>
  new Option('--network <network>', 'only rows of one network').choices(NETWORK_NAMES)

export const reasonOption = () =>
  new Option('--reason <reason>', 'only those with one reason, as the list shows it').argParser(readReason)

function readReason(text: string): string {
  if (!/^[a-z-]{1,40}$/.test(text)) throw new InvalidArgumentError('It must be a reason such as over-cap.')
  return text
}
