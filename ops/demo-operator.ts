import { eq } from 'drizzle-orm'
import { hashPassword } from '~/accounts/passwords.server'
import { env } from '~/config/env.server'
import { db } from '~/db/client.server'
import { deskAccess } from '~/db/schema/desk'
import { operators } from '~/db/schema/operations'
import { readOsAccount } from '~/operations/actor.server'
import { setSecondFactor } from '~/operators/second-factor.server'
import { demoOperator } from '../environment/demo-people'

/** Idempotent. Use it only in the demo, because the password is public. */
export async function seedOperator(): Promise<void> {
  if (!env().demo) return
  const { name, password, email } = demoOperator
  const [found] = await db.select({ id: operators.id }).from(operators).where(eq(operators.name, name))
  if (found) return
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [operator] = await tx
      .insert(operators)
      // The one who tries the demo is one person, at the desk and on the command line.
      .values({ name, email, role: 'owner', state: 'active', os_account: readOsAccount() })
      .returning({ id: operators.id, name: operators.name })
    await tx.insert(deskAccess).values({ operator_id: operator!.id, password_hash, enrolled_at: new Date() })
    await setSecondFactor(tx, operator!)
  })
}
