/** Rates from a day on: what waits, what became of it, and its end. */
import {
  cancelPlannedRate,
  findPlannedRate,
  listPlannedRates,
  needsSecondPersonToCancel,
} from '~/domain/catalog/planned-rates.server'
import { PLAN_STATES } from '~/platform/db/schema/catalogue'
import { formatDate, formatLastDay } from '~/platform/formats/dates'
import { noteChange } from '../changed'
import { describeFacts } from '../columns'
import { defineChange, defineList } from '../define'
import * as field from '../fields'
import { refuseNotFound, requireFound } from '../lookups.server'
import { listIf, see } from '../operation'
import { formatPlannedPayout, PLANNED_COLUMNS } from '../planned-rates'
import { RefusalError, requireDone } from '../refusal'

export const planned = defineList({
  name: 'rates planned',
  title: 'Rates from a day on',
  summary: 'rates that wait for their day, and what became of them, newest first',
  role: 'viewer',
  input: { state: field.choice('only those in one state', PLAN_STATES).optional() },
  one: 'planned rate',
  none: ({ state }) =>
    state === undefined ? 'No rate is planned.' : `No planned rate is in the state ${state}.`,
  starts: [see('rates set-offer'), see('rates set-store')],
  columns: PLANNED_COLUMNS,
  read: ({ state }, page) => listPlannedRates({ state }, page),
  key: ({ id }) => id,
})

export const formatSpan = (from: Date | null, until: Date | null): string =>
  [
    from ? `from ${formatDate(from)}` : 'from now',
    ...(until ? [`until the end of ${formatLastDay(until)}`] : []),
  ].join(' ')

export const cancel = defineChange({
  name: 'rates cancel',
  title: 'Cancel a planned rate',
  summary: 'cancel a rate that waits, end one that is in force, or note that you have seen a refused one',
  role: 'catalogue',
  confirm: 'ask',
  needsSecondPerson: ({ id }) => needsSecondPersonToCancel(id),
  input: { id: field.listNumber },
  async present({ id }, reader) {
    const plan = requireFound(await findPlannedRate(id, reader), `planned rate ${id}`, 'rates planned')
    return { subject: `planned rate ${id}`, values: describeFacts('state', { state: plan.state }) }
  },
  async run({ id }, _, tx) {
    const { plan, changed } = requireDone(await cancelPlannedRate(id, tx), 'id', {
      unknown: refuseNotFound(`planned rate ${id}`, 'rates planned', 'id'),
      over: ({ plan: { state } }) => new RefusalError(`Planned rate ${id} is ${state} already.`, 'id'),
    })
    const rate = formatPlannedPayout(plan)
    const span = formatSpan(plan.starts_at, plan.ends_at)
    return {
      effect:
        plan.state === 'applied'
          ? `Ends planned rate ${id} (${rate} ${span}) now: what was set before returns`
          : `Cancels planned rate ${id} (${rate} ${span})`,
      notes: listIf(
        changed.length,
        'Clicks so far keep the rate they were promised; for five minutes new ones get the higher of both.',
      ),
      record: see('rates planned'),
      changed: [...changed, noteChange(`planned rate ${id}`, 'state', plan.state, 'cancelled')],
    }
  },
})
