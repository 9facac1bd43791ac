import type { ReactNode } from 'react'
import { Link } from '~/components/ui/link'
import { OperationFields } from './operation-fields'
import { OperationForm } from './operation-form'
import type { ChosenView } from '~/http/desk/views/chosen.server'
import './desk.css'

interface ChosenFormProps {
  chosen: ChosenView | null
  /** The same list with all its rows chosen, or with none. */
  all?: { path: string; isChosen: boolean } | null
  children: ReactNode
}

/** Around tables with checkboxes: each button previews one operation for the chosen rows. */
export const ChosenForm = ({ chosen, all, children }: ChosenFormProps) =>
  chosen ? (
    <OperationForm form="operation" action={chosen.actions[0]!.to} className="form">
      {all && (
        <p>
          <Link to={all.path}>{all.isChosen ? 'Choose none' : 'Choose all, 200 at most'}</Link>
        </p>
      )}
      {children}
      <fieldset className="desk-chosen">
        <legend>With the chosen rows</legend>
        <OperationFields fields={chosen.fields} isPosted />
        <div className="desk-links">
          {chosen.actions.map(({ title, to, fields }) => (
            <div key={to} className="desk-act">
              <OperationFields fields={fields} isPosted />
              <button type="submit" className="button" formAction={to}>
                Preview: {title}
              </button>
            </div>
          ))}
        </div>
      </fieldset>
    </OperationForm>
  ) : (
    children
  )
