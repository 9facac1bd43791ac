import { db, type Reader } from '~/platform/db/client.server'
import { listCloses } from './closed-months.server'
import { makePeriodFiles } from './month-end/files.server'
import { toDefects, type Defect, type Finding } from './audit'

export async function findChangedPeriods(reader: Reader = db): Promise<Defect[]> {
  const changed: Finding[] = []
  for (const close of await listCloses(reader)) {
    const { sha256 } = await makePeriodFiles(reader, close)
    if (sha256 === close.sha256) continue
    const detail = `its files have SHA-256 ${sha256}, those of its close ${close.sha256}`
    changed.push({ subject: close.month, detail })
  }
  const next = 'rows of this month were changed: compare the accountant’s files with a backup'
  return toDefects('closed month = its files', next, changed)
}
