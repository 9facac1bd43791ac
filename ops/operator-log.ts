// Plain commands that change something are logged before they start; operations log themselves.
import type { Command } from 'commander'
import { maskTyped } from '~/accounts/mask-typed'
import { findCommandLineActor } from '~/operations/actor.server'
import { Refused } from '~/operations/refusal'
import { recordCommand } from '~/wallet/audit/command-log.server'

/** Read-only commands, which are not logged; a new command is logged unless listed here. */
const READ_ONLY = /^(?:migrate|keys (?:status|vapid)|audit)$/

/** 'keys reseal' */
function getName(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

/** Masks mobile numbers and e-mail addresses. */
export const maskWords = (words: readonly string[]) =>
  words
    .map(maskTyped)
    .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ')
    .slice(0, 500)

/** They prepare the database in which the operators are. */
const BEFORE_OPERATORS = /^(?:migrate|demo .*)$/

/** Plain commands are those of an owner. Throws Refused for others. */
export async function requireOwner(command: Command): Promise<void> {
  const name = getName(command)
  if (BEFORE_OPERATORS.test(name)) return
  const actor = await findCommandLineActor()
  if (actor.role !== 'owner')
    throw new Refused(`\`${name}\` needs the role owner; ${actor.name} has ${actor.role}.`)
}

/** Call before the action. Returns the id of the log entry, or undefined for a command that is not logged. */
export async function recordBegin(command: Command, words: readonly string[]): Promise<number | undefined> {
  if (READ_ONLY.test(getName(command))) return undefined
  const { by, operatorId } = await findCommandLineActor()
  return recordCommand({ osUser: by, operatorId }, maskWords(words))
}
