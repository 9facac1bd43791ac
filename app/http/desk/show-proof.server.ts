import type { Actor } from '~/desk/actor.server'
import type { Call } from '~/desk/call'
import { findOperation } from '~/desk/find-operation'
import type { GuardedOperation, JobAnswer, Operation } from '~/desk/operation'
import { perform } from '~/desk/perform.server'
import { readDeskCall } from './views/typed.server'

export const findProofOperation = (): Promise<Operation> => findOperation('claims proof')

export interface ShownProof {
  name: string
  bytes: Uint8Array
  /** Of a picture, which a frame can show; null: it is only handed over. */
  picture: string | null
}

const PICTURES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** Takes the proof out as the operation does, which logs it. Null: there is none, or it was refused. */
export async function takeOutProof(id: string, actor: Actor): Promise<ShownProof | null> {
  const read = readDeskCall(await findProofOperation(), { typed: { id }, files: {}, uncovers: false }, actor)
  if (!read.ok) return null
  const done = await perform(read.call as Call<GuardedOperation>, {
    runner: { stopping: () => false, delivers: true },
    fileName: 'proof',
  })
  const file = done.state === 'done' ? (done.answer as JobAnswer | null)?.file : undefined
  if (!file) return null
  return {
    name: file.name,
    bytes: Buffer.from(file.content),
    picture: PICTURES[file.name.split('.').at(-1)!] ?? null,
  }
}
