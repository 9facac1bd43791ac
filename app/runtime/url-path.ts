export const getUrlPath = (url: string): string => url.split('?', 1)[0] ?? ''

/** Chats and sentences leave such a mark at the end of a copied address. Tokens end with '-' and '_', too. */
const PASTED_END = /(?:[^\p{L}\p{M}\p{N}/_-]|\p{Default_Ignorable_Code_Point})$/u

/** Path and search without the last mark, since names end with some, too; null if there is none. The path must be well-formed. */
export function trimPastedEnd({ pathname, search }: URL): string | null {
  const at = pathname.lastIndexOf('/') + 1
  const name = decodeURIComponent(pathname.slice(at))
  const trimmed = name.replace(PASTED_END, '')
  return trimmed === '' || trimmed === name
    ? null
    : pathname.slice(0, at) + encodeURIComponent(trimmed) + search
}
