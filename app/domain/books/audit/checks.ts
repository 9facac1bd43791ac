import { accountsChecks } from './accounts'
import { adjustmentsChecks } from './adjustments'
import { approvalsChecks } from './approvals'
import { bankChecks } from './bank'
import type { Checks } from '../audit'
import { claimsChecks } from './claims'
import { guardsChecks } from './guards'
import { membersChecks } from './members'
import { operatorsChecks } from './operators'
import { periodsChecks } from './periods'
import { reportsChecks } from './reports'
import { rowStepsChecks } from './row-steps'
import { salesChecks } from './sales'
import { settlementsChecks } from './settlements'
import { transfersChecks } from './transfers'
import { withdrawalStepsChecks } from './withdrawal-steps'
import { withdrawalsChecks } from './withdrawals'

export const checks: Checks = {
  ...accountsChecks,
  ...membersChecks,
  ...transfersChecks,
  ...salesChecks,
  ...reportsChecks,
  ...withdrawalsChecks,
  ...withdrawalStepsChecks,
  ...adjustmentsChecks,
  ...claimsChecks,
  ...settlementsChecks,
  ...bankChecks,
  ...periodsChecks,
  ...operatorsChecks,
  ...approvalsChecks,
  ...rowStepsChecks,
  ...guardsChecks,
}
