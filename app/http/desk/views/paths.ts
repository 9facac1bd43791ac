import { deskPaths } from '../paths'

export function writeOperationPath(
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

export const writeDraftPath = (id: string): string => `${deskPaths.home}/Drafts/${id}`
export const writeDraftFilePath = (id: string, n: number): string => `${writeDraftPath(id)}/files/${n}`
export const writeDraftFramePath = (id: string): string => `${writeDraftPath(id)}/frame`
export const writeAgreePath = (approval: string): string => `${deskPaths.home}/Approvals/${approval}/agree`
