import { emailLink } from '@kerbside/schema/contact'
import type { Operator } from '@kerbside/schema/pages/site-paths'
import type { DocumentSettings } from '@kerbside/schema/pages/content/screen-state'

/** What the legal texts tell of this site. */
export type LegalFacts = { operator: Operator; settings: DocumentSettings }

/** Who answers for this site; what is not configured is marked, so that nobody overlooks it. */
export function OperatorDetails({ operator: { name, address, email } }: { operator: Operator }) {
  return (
    <address className="legal__operator">
      <strong>{name ?? <NotSet variable="OPERATOR_NAME" />}</strong>
      <br />
      {address ?? <NotSet variable="OPERATOR_ADDRESS" />}
      <br />
      <EmailAddress email={email} />
    </address>
  )
}

export function EmailAddress({ email }: Pick<Operator, 'email'>) {
  return email === null ? <NotSet variable="OPERATOR_EMAIL" /> : <a href={emailLink(email)}>{email}</a>
}

const NotSet = ({ variable }: { variable: string }) => <mark>[not filled in yet: {variable}]</mark>
