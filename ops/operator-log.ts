// Logs plain commands before they start; operations log themselves.
import type { Command } from 'commander'
import { maskTyped } from '~/platform/formats/mask-typed'
import { findCommandLineActor } from '~/desk/actor.server'
import { RefusalError } from '~/desk/refusal'
import { recordCommand } from '~/domain/operators/command-log.server'

/** Commands that are not logged. Every new command is logged unless it is listed here. */
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

/** Commands that prepare the database of operators, and so cannot require one. */
const BEFORE_OPERATORS = /^(?:migrate|demo .*)$/

/** Throws RefusalError unless an owner runs the command. */
export async function requireOwner(command: Command): Promise<void> {
  const name = getName(command)
  if (BEFORE_OPERATORS.test(name)) return
  const actor = await findCommandLineActor()
  if (actor.role !== 'owner')
    throw new RefusalError(`\`${name}\` needs the role owner; ${actor.name} has ${actor.role}.`)
}

/** Call it before the action. Returns the entry's id; undefined: the command is not logged. */
export async function recordBegin(command: Command, words: readonly string[]): Promise<number | undefined> {
  if (READ_ONLY.test(getName(command))) return undefined
  const { by, operatorId } = await findCommandLineActor()
  return recordCommand({ osUser: by, operatorId }, maskWords(words))
}
