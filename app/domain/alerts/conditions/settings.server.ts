import { formatTime } from '~/platform/formats/dates'
import { listLoweredProtections } from '~/domain/settings/list-settings.server'
import type { Condition } from './causes'

export const settingCondition: Condition = {
  name: 'lowered settings',
  causes: ['setting-lowered'],
  async find() {
    const rows = await listLoweredProtections()
    return rows.map(({ id, name, value, made_by, in_force_from }) => ({
      cause: 'setting-lowered',
      subject: `change ${id}`,
      detail: `${name} ${value} by ${made_by}, ${in_force_from ? `in force from ${formatTime(in_force_from)}` : 'waiting for approval'}.`,
    }))
  },
}
