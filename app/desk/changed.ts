import type { FieldChange } from './operation'

/** For the log: one changed field. Values of private fields are '…'. */
export const noteChange = (subject: string, field: string, before: unknown, after: unknown): FieldChange => ({
  subject,
  field,
  before,
  after,
})

/** The fields of `after` that differ from `before`, for the log. JSON has no bigint. */
export function listChanges(subject: string, before: object, after: object): FieldChange[] {
  const [was, is] = [before, after].map((record) => new Map<string, unknown>(Object.entries(record)))
  return [...is!.keys()]
    .map((field) => ({ subject, field, before: toJson(was!.get(field)), after: toJson(is!.get(field)) }))
    .filter((change) => change.before !== change.after)
}

const toJson = (value: unknown) => (typeof value === 'bigint' ? value.toString() : (value ?? null))
