/** The tests that `npm run mutate` runs against each mutant: those of the money, without a browser or a build. */
import { defineConfig } from 'vitest/config'
import base from './vitest.config'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: [
      'tests/wallet/{ledger,credit,holding-period}.test.ts',
      'tests/tracking/{commission,conversion-states,conversions,guest-claims,identifiers,identity,limits,networks}.test.ts',
      'tests/tracking/{order,promise,rate,read-reports,referral-rate,report-shapes,reports,sale-rules,senders,verdicts,waiting-referrals}.test.ts',
    ],
  },
})
