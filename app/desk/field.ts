import { z } from 'zod/v4'

export type FieldKind =
  | 'id'
  | 'number'
  | 'member'
  | 'store'
  | 'offer'
  | 'sale'
  | 'money'
  | 'rate'
  | 'day'
  | 'time'
  | 'category'
  | 'month'
  | 'file'
  | 'text'
  | 'choice'
  | 'yes'

export interface FieldFacts {
  kind: FieldKind
  description: string
  place?: 'argument'
  /** Never stored in the log. */
  private?: boolean
  choices?: readonly string[]
  many?: boolean
  isLong?: boolean
  /** A member reads it: texts that are kept for replies can be filled in. */
  isReply?: boolean
  placeholder?: string
  /** How it is typed, with an example: for a command line, where nothing is picked. */
  whenTyped?: string
  /** Of a file: the types that a browser offers first. */
  accept?: string
  clearedBy?: string
  /** In the form of an edit, its value is in the hint: what is changed beside it may end it. */
  beginsEmpty?: boolean
  /** Something of one member: a filter of a list that has it is not kept. */
  ofPerson?: boolean
  /** In the desk's forms: left out, or required although the command line can do without. */
  atDesk?: 'absent' | 'required'
}

export type InputField<T> = z.ZodType<T, unknown>
export type FieldOptions = Partial<Omit<FieldFacts, 'kind' | 'description'>>

/** `parse` returns undefined for what does not fit; `rule` then says what it must be, with an example. */
export function makeField<T>(
  kind: FieldKind,
  description: string,
  rule: string,
  parse: (typed: string) => T | undefined,
  options: FieldOptions = {},
): InputField<T> {
  return z
    .string()
    .transform((typed, context): T => {
      const { clearedBy } = options
      const value = clearedBy !== undefined && typed.trim() === clearedBy ? (null as T) : parse(typed)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message: rule, input: typed })
      return z.NEVER
    })
    .meta({ kind, description, ...options })
}

export function readFacts(schema: z.ZodType): FieldFacts & { isRequired: boolean } {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const facts = inner.meta() as unknown as FieldFacts
  return { ...facts, isRequired: inner === schema && facts.kind !== 'yes' }
}
