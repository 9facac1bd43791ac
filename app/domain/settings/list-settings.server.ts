import { and, asc, desc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm'
import type { SettingName } from '~/platform/config/setting-values'
import { db } from '~/platform/db/client.server'
import { settings } from '~/platform/db/schema/configuration'
import { isReplaced, isSettingWaiting } from './set-setting.server'

export type SettingState = 'in force' | 'waits' | 'replaced'

const SETTING_COLUMNS = {
  ...getTableColumns(settings),
  state: sql<SettingState>`CASE WHEN ${isReplaced} THEN 'replaced' WHEN ${isSettingWaiting} THEN 'waits' ELSE 'in force' END`,
}

const selectSettings = () => db.select(SETTING_COLUMNS).from(settings)

export type ListedSetting = Awaited<ReturnType<typeof selectSettings>>[number]

export const listSettings = (): Promise<ListedSetting[]> =>
  selectSettings()
    .where(sql`NOT ${isReplaced}`)
    .orderBy(asc(settings.name), asc(settings.id))

export const listSettingHistory = (name: SettingName): Promise<ListedSetting[]> =>
  selectSettings().where(eq(settings.name, name)).orderBy(desc(settings.id))

/** Lowered protections that wait, or that one person lowered alone within the last day. */
export const listLoweredProtections = (): Promise<ListedSetting[]> =>
  selectSettings()
    .where(
      and(
        sql`NOT ${isReplaced}`,
        isNull(settings.approves),
        or(
          isSettingWaiting,
          and(
            gt(settings.in_force_from, sql`${settings.created_at}`),
            gt(settings.in_force_from, sql`statement_timestamp() - interval '1 day'`),
          ),
        ),
      ),
    )
    .orderBy(asc(settings.id))
