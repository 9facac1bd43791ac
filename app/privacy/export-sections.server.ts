import { accountSections } from './export-sections/account.server'
import { moneySections } from './export-sections/money.server'
import type { SectionQuery } from './export-sections/section.server'
import { claimSections, shoppingSections } from './export-sections/shopping.server'
import { supportSections } from './export-sections/support.server'

export const sections = (id: number): SectionQuery[] => [
  ...accountSections(id),
  ...moneySections(id),
  ...shoppingSections(id),
  ...claimSections(id),
  ...supportSections(id),
]
