/** For the operator. `field` names the input; `details` come before the message, such as rows of a file. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly field?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message)
  }
}

export const refuseAll = (reasons: readonly string[]): Refused =>
  new Refused(reasons.at(-1)!, undefined, reasons.slice(0, -1))

interface NotDone {
  ok: false
  reason: string
}

/** What a command of a domain says when it is refused. */
export type RefusalOf<Answer> = Extract<Answer, NotDone>

type Explained = string | Refused

/** A text for each reason, or a function of the refusal. */
export type Reasons<Refusal extends NotDone> = {
  [Reason in Refusal['reason']]: Explained | ((refusal: Refusal & { reason: Reason }) => Explained)
}

/** The answer of a command of a domain that was done. Throws Refused with the text of its reason, about `field`. */
export function requireDone<Answer extends { ok: true } | NotDone>(
  answer: Answer,
  field: string | null,
  reasons: Reasons<RefusalOf<Answer>>,
): Exclude<Answer, NotDone> {
  if (answer.ok) return answer as Exclude<Answer, NotDone>
  throw refuseFor(answer as RefusalOf<Answer>, field, reasons)
}

export function refuseFor<Refusal extends NotDone>(
  refusal: Refusal,
  field: string | null,
  reasons: Reasons<Refusal>,
): Refused {
  const reason = reasons[refusal.reason as Refusal['reason']] as Explained | ((refusal: Refusal) => Explained)
  const explained = typeof reason === 'function' ? reason(refusal) : reason
  return typeof explained === 'string' ? new Refused(explained, field ?? undefined) : explained
}
