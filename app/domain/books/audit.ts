export interface Defect {
  check: string
  count: number
  subject: string
  detail: string
  next: string
}

export type Finding = Pick<Defect, 'subject' | 'detail'>

export const toDefects = (
  check: string,
  next: string,
  found: readonly Finding[],
  count = found.length,
): Defect[] => found.map(({ subject, detail }) => ({ check, count, subject, detail, next }))
