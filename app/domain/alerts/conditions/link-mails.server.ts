import { isLinkMailBreakerOpen } from '~/domain/outreach/link-mail-limits.server'
import { env } from '~/platform/config/env.server'
import type { Condition } from './causes'

export const linkMailCondition: Condition = {
  name: 'mails with links',
  causes: ['link-mails'],
  async find() {
    if (!(await isLinkMailBreakerOpen())) return []
    const detail = `${env().LINK_MAILS_PER_HOUR} were sent since the hour began; pages say the same as always.`
    return [{ cause: 'link-mails', subject: '', detail }]
  },
}
