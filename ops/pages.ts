import { commandPrefix } from './command-name'
import { Command } from 'commander'
import { purgePages } from '~/catalog/purge-pages.server'
import { print } from './terminal'

export function pageCommands(): Command {
  const group = new Command('pages').addHelpText(
    'after',
    `
Example:
  $ ${commandPrefix()} pages purge`,
  )
  group
    .command('purge')
    .description('drop all stored pages; every server renders them again within two seconds')
    .action(async () => {
      await purgePages()
      print`Every server drops its stored pages within two seconds.`
    })
  return group
}
