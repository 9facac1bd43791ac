import type { MetaDescriptor } from '@remix-run/node'

export const buildDeskMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} | DealDwaar Desk` },
  { name: 'robots', content: 'noindex' },
]
