import { deskPaths } from '../paths'

export function buildOperationPath(
  operation: string,
  input: Record<string, string | number | undefined> = {},
): string {
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${deskPaths.home}/${operation.replace(' ', '/')}${query && `?${query}`}`
}

type Typed = Record<string, string | readonly string[] | undefined>

/** '?store=Voltwala&order=name', or empty. */
export function buildQuery(typed: Typed, more: Record<string, string> = {}): string {
  const pairs = Object.entries({ ...typed, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((text): [string, string] => [name, text as string]),
  )
  const query = new URLSearchParams(pairs).toString()
  return query && `?${query}`
}

export const buildDraftPath = (id: string): string => `${deskPaths.home}/Drafts/${id}`
export const buildDraftFilePath = (id: string, n: number): string => `${buildDraftPath(id)}/files/${n}`
export const buildDraftFramePath = (id: string): string => `${buildDraftPath(id)}/frame`
export const buildProofPath = (id: string): string => `${deskPaths.home}/Proofs/${id}`
export const buildAgreePath = (approval: string): string => `${deskPaths.home}/Approvals/${approval}/agree`
export const buildUndoPath = (entry: string): string => `${deskPaths.home}/Log/${entry}/undo`
