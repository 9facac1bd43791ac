/** The signed-in person as the header shows them now: as of the page, or as told since. */
import { useRoot } from '~/root-data'

/** Null for a guest. */
export function useMember() {
  return useRoot().user
}
