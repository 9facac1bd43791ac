/** Addresses of the desk. */
const DESK_HOME = '/Desk'

/** '/Desk/withdrawals/show?id=7' for 'withdrawals show'. */
export function writeOperationPath(
  operation: string,
  input: Record<string, string | number | undefined> = {},
): string {
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${DESK_HOME}/${operation.replace(' ', '/')}${query && `?${query}`}`
}

export const writeDraftPath = (id: string): string => `${DESK_HOME}/Drafts/${id}`
export const writeDraftFilePath = (id: string, n: number): string => `${writeDraftPath(id)}/files/${n}`
export const writeAgreePath = (approval: string): string => `${DESK_HOME}/Approvals/${approval}/agree`
