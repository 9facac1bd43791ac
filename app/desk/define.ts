/** Definitions of operations. What can be derived may be left out: the kind, how days are ordered, usual texts. */
import { z } from 'zod/v4'
import type { ChangeOperation, JobOperation, ListOperation, Operation, RecordOperation } from './operation'
import { needsFreshCode, type ChangeName, type ReadingName } from './effects'
import { inOrder, type Relation } from './relations'

type Fields = Record<string, z.ZodType>
type NoFields = Record<never, never>
type Input<F extends Fields> = z.output<z.ZodObject<F>>

type Definition<F extends Fields, Kind, Usual extends keyof Kind = never> = Omit<
  Kind,
  'kind' | 'input' | 'needsCode' | Usual
> &
  Partial<Pick<Kind, Usual>> & { input?: F }

const define = (kind: Operation['kind'], definition: object): Operation => {
  const { input = {}, relations = [] } = definition as { input?: Fields; relations?: Relation[] }
  const days = 'from' in input && 'to' in input ? [inOrder('from', 'to')] : []
  const described = { ...definition, kind } as Operation
  return {
    ...described,
    ...(kind !== 'list' && needsFreshCode(described) && { needsCode: true }),
    input: z.object(input),
    relations: [...relations, ...days],
  } as unknown as Operation
}

export const defineList = <Row, F extends Fields = NoFields>(
  definition: Definition<F, ListOperation<Input<F>, Row>, 'none'>,
): Operation => define('list', { none: `No ${definition.one} matches.`, ...definition })

export const defineRecord = <F extends Fields = NoFields>(
  definition: Definition<F, RecordOperation<Input<F>>> & { name: ReadingName },
): Operation => define('record', definition)

export const defineReport = <F extends Fields = NoFields>(
  definition: Definition<F, RecordOperation<Input<F>>> & { name: ReadingName },
): Operation => define('report', definition)

export const defineChange = <F extends Fields = NoFields>(
  definition: Definition<F, ChangeOperation<Input<F>>, 'confirm'> & { name: ChangeName },
): Operation => define('change', { confirm: 'none', ...definition })

export const defineJob = <F extends Fields = NoFields>(
  definition: Definition<F, JobOperation<Input<F>>, 'confirm'> & { name: ChangeName },
): Operation => define('job', { confirm: 'none', ...definition })
