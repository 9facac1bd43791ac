import { purgePages } from '~/domain/catalog/purge-pages.server'
import { defineChange } from './define'
import type { Topic } from './operation'

const purge = defineChange({
  name: 'pages purge',
  title: 'Drop stored pages',
  summary: 'drop all stored pages; every server renders them again within two seconds',
  role: 'catalogue',
  async run(_, __, tx) {
    await purgePages(tx)
    return {
      effect: 'Drops all stored pages: every server renders them again within two seconds',
      changed: [],
    }
  },
})

export const topic: Topic = { operations: [purge], examples: '\nExample:\n  $ pages purge' }
