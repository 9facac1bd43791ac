import { FactList } from '~/components/ui/facts'
import { toPayoutForm } from '~/edit-paths'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import type { BankDetails } from '~/domain/wallet/destinations'
import {
  bankNotAdded,
  bankNotChanged,
  ChangeInput,
  FormButtons,
  hintForNew,
  SavedDestination,
  WaitingAmount,
  WALLET,
  warnOfHold,
  type CardProps,
} from './payout-forms'
import '~/components/ui/panel-parts.css'

interface BankCardProps extends CardProps {
  bank: BankDetails | null
}

export function BankCard({ bank, editing, ...hold }: BankCardProps) {
  return (
    <section className="panel panel-parts" id="bank-details" aria-labelledby="bank-title">
      <h2 id="bank-title">Bank details</h2>
      {editing ? (
        <BankForm bank={bank} {...hold} />
      ) : (
        <SavedDestination empty="No bank account yet." edit="bank" amount={hold.amount}>
          {bank && (
            <FactList
              facts={[
                ['Account number', bank.acc_number],
                ['Account holder name', bank.acc_holder_name],
                ['IFSC code', bank.ifsc_code],
                ['CRN Number', bank.bank_name || '–'],
              ]}
            />
          )}
        </SavedDestination>
      )}
    </section>
  )
}

function BankForm({ bank, ...hold }: Omit<BankCardProps, 'editing'>) {
  return (
    <PostForm
      form="bank-details"
      action={`${WALLET}/bank`}
      from={toPayoutForm('bank', hold.amount)}
      whenFailed={bank ? bankNotChanged : bankNotAdded}
    >
      {bank && <ChangeInput />}
      <WaitingAmount amount={hold.amount} />
      <Field
        name="acc_number"
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        required={!bank}
        hint={
          bank
            ? `Now ${bank.acc_number}. Leave this empty to keep it. ${warnOfHold('Any change here', hold.holdHours)}`
            : hintForNew('9 to 18 digits.', hold)
        }
      />
      <Field
        name="acc_holder_name"
        label="Account holder name"
        autoComplete="name"
        defaultValue={bank?.acc_holder_name}
        required
      />
      <Field
        name="ifsc_code"
        label="IFSC code"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint="11 letters and digits, for example ABCD0123456."
        defaultValue={bank?.ifsc_code}
        required
      />
      <Field
        name="bank_name"
        label="CRN Number"
        hint="Optional"
        autoComplete="off"
        defaultValue={bank?.bank_name}
      />
      <FormButtons {...hold} />
    </PostForm>
  )
}
