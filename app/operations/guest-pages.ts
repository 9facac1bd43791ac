import { purgePages } from '~/catalog/purge-pages.server'
import { noInput, operation, type Topic } from './operation'

const purge = operation({
  name: 'pages purge',
  title: 'Drop stored pages',
  summary: 'drop all stored pages; every server renders them anew within two seconds',
  role: 'catalogue',
  kind: 'change',
  confirm: 'none',
  input: noInput,
  async run(_, __, tx) {
    await purgePages(tx)
    return {
      effect: 'Drops all stored pages: every server renders them anew within two seconds',
      changed: [],
    }
  },
})

export const topic: Topic = { operations: [purge], help: 'Example:\n  $ pages purge' }
