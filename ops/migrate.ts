import { Command } from 'commander'
import { findUnconfirmedLinks } from '~/domain/catalog/allowed-links.server'
import { RESERVED } from '~/domain/catalog/slugs'
import { formatCount } from '~/platform/formats/count'
import { formatOwner } from '~/desk/network-links'
import { env } from '~/platform/config/env.server'
import { DatabaseTooOld, runMigrations } from '~/platform/db/migrate.server'
import { listShortlinks } from '~/domain/tracking/shortlinks.server'
import { RefusalError } from '~/desk/refusal'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { describeIneffectiveVariable } from '~/domain/settings/current-values'
import { getCommandPrefix } from './command-name'
import { findMigrationsFolder } from './migrations'
import { print, printError } from './terminal'

export const createMigrateCommand = (): Command => new Command('migrate').action(migrate)

async function migrate(): Promise<void> {
  const url = env().databaseUrl!
  await runMigrations(url, findMigrationsFolder()).catch((error) => {
    throw error instanceof DatabaseTooOld ? new RefusalError(error.message) : error
  })
  for (const variable of await writeFirstValues(url, env())) printError(describeIneffectiveVariable(variable))
  print`The database is up to date.`
  for (const { slug, title } of (await listShortlinks()).filter(({ slug }) => RESERVED.has(slug)))
    print`The shortlink /${slug} (${title}) has ended: the site has a page of that name. Give the offer another one: ${getCommandPrefix()} shortlinks add`
  const links = await findUnconfirmedLinks()
  if (!links.length) return
  print`\nOffers have links of these hosts and publishers, which nobody has confirmed. Rows of feeds with them wait until an owner does: ${getCommandPrefix()} networks confirm-links`
  for (const link of links) print`  ${formatOwner(link)}, ${formatCount(link.clicks, 'click')} of 90 days`
}
