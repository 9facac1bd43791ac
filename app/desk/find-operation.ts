import type { Operation } from './operation'
import { TOPICS } from './topics'

/** Throws an Error for a name that no topic has, which is a mistake in the source. */
export async function findOperation(name: string): Promise<Operation> {
  const { topic } = await TOPICS[name.split(' ')[0]!]!.load()
  const found = topic.operations.find((one) => one.name === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

export async function listOperations(): Promise<Operation[]> {
  const operations: Operation[] = []
  // One after the other: topics import each other's columns, and loaders of tests give half a module to a second one.
  for (const { load } of Object.values(TOPICS)) operations.push(...(await load()).topic.operations)
  return operations
}

/** The operation that a logged command begins with: 'withdrawals approve 7' is of 'withdrawals approve'. */
export async function findLoggedOperation(command: string): Promise<Operation | undefined> {
  const [word, second] = command.split(' ')
  const operations = (await TOPICS[word!]?.load())?.topic.operations ?? []
  const find = (name: string) => operations.find((one) => one.name === name)
  return find(`${word} ${second}`) ?? find(word!)
}

/** The title of the operation of a logged command. Another text stays. */
export const nameCommand = async (command: string): Promise<string> =>
  (await findLoggedOperation(command))?.title ?? command
