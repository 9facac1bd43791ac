/** The result of a command. Each reason needs a text (`satisfies Record<Reason, ...>`); bugs throw instead. */
export type Refused<Reason extends string, Facts extends object = object> = {
  ok: false
  reason: Reason
} & Facts
export type Done<Facts extends object = object> = { ok: true } & Facts
export type Outcome<Facts extends object, Reason extends string> = Done<Facts> | Refused<Reason>

export function done(): Done
export function done<Facts extends object>(facts: Facts): Done<Facts>
export function done(facts: object = {}): Done {
  return { ok: true, ...facts }
}

export function refused<const Reason extends string>(reason: Reason): Refused<Reason>
export function refused<const Reason extends string, Facts extends object>(
  reason: Reason,
  facts: Facts,
): Refused<Reason, Facts>
export function refused(reason: string, facts: object = {}): Refused<string> {
  return { ok: false, reason, ...facts }
}
