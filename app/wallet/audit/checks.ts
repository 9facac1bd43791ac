import { accountsChecks } from './accounts'
import { adjustmentsChecks } from './adjustments'
import { approvalsChecks } from './approvals'
import { bankChecks } from './bank'
import type { Checks } from './check'
import { claimsChecks } from './claims'
import { guardsChecks } from './guards'
import { operatorsChecks } from './operators'
import { periodsChecks } from './periods'
import { rowStepsChecks } from './row-steps'
import { salesChecks } from './sales'
import { settlementsChecks } from './settlements'
import { storesChecks } from './stores'
import { transfersChecks } from './transfers'
import { withdrawalsChecks } from './withdrawals'

export const checks: Checks = {
  ...accountsChecks,
  ...transfersChecks,
  ...salesChecks,
  ...withdrawalsChecks,
  ...adjustmentsChecks,
  ...claimsChecks,
  ...settlementsChecks,
  ...bankChecks,
  ...periodsChecks,
  ...operatorsChecks,
  ...approvalsChecks,
  ...rowStepsChecks,
  ...storesChecks,
  ...guardsChecks,
}
