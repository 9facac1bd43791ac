// Before they start; operations log themselves.
import type { Command } from 'commander'
import { maskTyped } from '~/accounts/mask-typed'
import { findCommandLineActor } from '~/operations/actor.server'
import { Refused } from '~/operations/refusal'
import { recordCommand } from '~/wallet/audit/command-log.server'

/** Not logged; a new command is, unless listed here. */
const READ_ONLY = /^(?:migrate|keys (?:status|vapid)|audit)$/

function getName(command: Command): string {
  const names: string[] = []
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

export const maskWords = (words: readonly string[]) =>
  words
    .map(maskTyped)
    .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ')
    .slice(0, 500)

/** They prepare the database of operators. */
const BEFORE_OPERATORS = /^(?:migrate|demo .*)$/

/** Throws Refused. */
export async function requireOwner(command: Command): Promise<void> {
  const name = getName(command)
  if (BEFORE_OPERATORS.test(name)) return
  const actor = await findCommandLineActor()
  if (actor.role !== 'owner')
    throw new Refused(`\`${name}\` needs the role owner; ${actor.name} has ${actor.role}.`)
}

/** Before the action. Returns the entry's id; undefined: not logged. */
export async function recordBegin(command: Command, words: readonly string[]): Promise<number | undefined> {
  if (READ_ONLY.test(getName(command))) return undefined
  const { by, operatorId } = await findCommandLineActor()
  return recordCommand({ osUser: by, operatorId }, maskWords(words))
}
