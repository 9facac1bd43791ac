import postgres from 'postgres'

/** Without the patch, a lost connection can end the process (docs/decisions/0013-database-driver.md). */
export function requirePatchedDriver(driver: object = postgres): void {
  if (Reflect.get(driver, 'dealdwaarPatch') === 1) return
  throw new Error(
    'The database driver (postgres.js) is without the patch of this project: a lost connection could end the server. ' +
      'Build again with `npm run build`, which bundles the patched driver.',
  )
}
