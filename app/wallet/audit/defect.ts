export interface Defect {
  check: string
  count: number
  subject: string
  detail: string
  next: string
}
