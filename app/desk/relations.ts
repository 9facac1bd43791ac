/** Rules between fields of one input, in order: the first that is broken is named. */
export type Relation =
  | { rule: 'excludes'; field: string; others: readonly string[] }
  | { rule: 'needs'; field: string; other: string }
  | { rule: 'one of'; fields: readonly string[] }
  | { rule: 'some of'; fields: readonly string[] }
  | { rule: 'in order'; first: string; last: string }

export const excludes = (field: string, ...others: string[]): Relation => ({
  rule: 'excludes',
  field,
  others,
})
export const needs = (field: string, other: string): Relation => ({ rule: 'needs', field, other })
export const exactlyOne = (...fields: string[]): Relation => ({ rule: 'one of', fields })
export const atLeastOne = (...fields: string[]): Relation => ({ rule: 'some of', fields })
/** Both may be left out; if both are there, `first` is before `last`. */
export const inOrder = (first: string, last: string): Relation => ({ rule: 'in order', first, last })

export interface BrokenRelation {
  field: string
  message: string
}

/** `label` names a field as its reader knows it: '--up-to-cap'. Null: all rules hold. */
export function findBrokenRelation(
  relations: readonly Relation[],
  input: Record<string, unknown>,
  label: (field: string) => string,
): BrokenRelation | null {
  const isGiven = (field: string) => {
    const value = input[field]
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  }
  const labels = (fields: readonly string[]) => fields.map(label).join(', ')
  for (const relation of relations) {
    if (relation.rule === 'excludes' && isGiven(relation.field)) {
      const other = relation.others.find(isGiven)
      if (other)
        return {
          field: other,
          message: `${label(relation.field)} excludes ${label(other)}: give one of them.`,
        }
    } else if (relation.rule === 'needs' && isGiven(relation.field) && !isGiven(relation.other))
      return { field: relation.other, message: `${label(relation.field)} needs ${label(relation.other)}.` }
    else if (relation.rule === 'one of' && relation.fields.filter(isGiven).length !== 1)
      return { field: relation.fields[0]!, message: `Give one of ${labels(relation.fields)}.` }
    else if (relation.rule === 'some of' && !relation.fields.some(isGiven))
      return { field: relation.fields[0]!, message: `Give at least one of ${labels(relation.fields)}.` }
    else if (relation.rule === 'in order' && isGiven(relation.first) && isGiven(relation.last)) {
      const [first, last] = [input[relation.first], input[relation.last]] as [Date, Date]
      if (first >= last)
        return { field: relation.last, message: `${label(relation.first)} is after ${label(relation.last)}.` }
    }
  }
  return null
}
