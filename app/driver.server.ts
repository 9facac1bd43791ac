/** Whether postgres.js is the one with this project's patch, without which a lost connection can end the process. */
import postgres from 'postgres'

/** Throws for a driver without the patch (docs/decisions/0013-database-driver.md). */
export function requirePatchedDriver(driver: object = postgres): void {
  if (Reflect.get(driver, 'dealdwaarPatch') === 1) return
  throw new Error(
    'The database driver (postgres.js) is without the patch of this project: a lost connection could end the server. ' +
      'Build again with `npm run build`, which bundles the patched driver.',
  )
}
