import { Fragment, type ReactNode } from 'react'
import { OperationFields } from './operation-fields'
import { OperationForm } from './operation-form'
import type { ChosenView } from '~/http/desk/views/chosen.server'
import './desk.css'

/** Around tables with checkboxes: each button previews one operation for the chosen rows. */
export const ChosenForm = ({ chosen, children }: { chosen: ChosenView | null; children: ReactNode }) =>
  chosen ? (
    <OperationForm form="operation" action={chosen.actions[0]!.to} className="form">
      {children}
      <fieldset className="desk-chosen">
        <legend>With the chosen rows</legend>
        <OperationFields fields={chosen.fields} isPosted />
        <p className="desk-links">
          {chosen.actions.map(({ title, to }) => (
            <Fragment key={to}>
              <button type="submit" className="button" formAction={to}>
                Preview: {title}
              </button>{' '}
            </Fragment>
          ))}
        </p>
      </fieldset>
    </OperationForm>
  ) : (
    children
  )
