/** The parts of the package `diff` that scripts/driver.mjs uses; version 5 brings no types. */
declare module 'diff' {
  export interface FilePatch {
    oldFileName?: string
    newFileName?: string
  }
  export function parsePatch(text: string): FilePatch[]
  /** False where the patch does not fit. */
  export function applyPatch(source: string, patch: FilePatch): string | false
}
