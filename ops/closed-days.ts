import { InvalidArgumentError, type Command } from 'commander'
import type { UnfitDays } from '~/wallet/periods/closed.server'
import { isMonth, readMonthOfDay } from '~/wallet/periods/month'

export const addForMonth = (command: Command): Command =>
  command.option('--for-month <month>', 'the closed month that it corrects, such as 2026-10', readMonth)

export function readMonth(typed: string): string {
  if (!isMonth(typed)) throw new InvalidArgumentError('It must be a month such as 2026-10.')
  return typed
}

export const unfitDaysText = (unfit: UnfitDays): string =>
  unfit.reason === 'open-month'
    ? `${unfit.month} is not closed: leave --for-month out.`
    : `${unfit.day} is in a closed month: the first open day is ${unfit.firstOpen}. Post it there, with --for-month ${readMonthOfDay(unfit.day)}.`
