import { countOf, inWords } from '@kerbside/schema/text'
import { EmailAddress, OperatorDetails, type LegalFacts } from './operator-details.tsx'

export function Terms({ operator, settings: { firmsPerLead, promiseHours } }: LegalFacts) {
  return (
    <>
      <h1>Terms of use</h1>
      <p className="legal__lead">These are the rules for asking for quotes here. They are short on purpose.</p>

      <h2>Who we are</h2>
      <OperatorDetails operator={operator} />

      <h2>What we do</h2>
      <p>
        You describe a job. We offer it to suitable firms, and at most {inWords(firmsPerLead)} that take it on get your
        contact details. This is free for homeowners and obliges you to nothing. We do not carry out the work, and the
        contract for it is between you and the firm that you choose.
      </p>

      <h2>What we ask of you</h2>
      <ul>
        <li>You are at least 18 and may have work done at the property.</li>
        <li>What you tell us is true, and the contact details are your own.</li>
        <li>You are happy for us, and for firms that took the job on, to phone and email you about it.</li>
        <li>You send no requests by machine, and nothing that is unlawful or meant to harm.</li>
      </ul>
      <p>You can stop at any time, by the link in every email from us. What happens then is in the privacy notice.</p>

      <h2>Quotes and firms</h2>
      <ul>
        <li>Prices on this site are guides. Only a quote for your own job is a price.</li>
        <li>
          We aim for a first answer within {countOf(promiseHours, 'hour')} and for several quotes, but cannot promise
          how many firms will answer, or when.
        </li>
        <li>
          We offer jobs only to firms whose checks with us are up to date. That is no guarantee of their work: ask for
          insurance, references and a written quote, and agree dates and payments in writing before work begins.
        </li>
      </ul>

      <h2>What we answer for</h2>
      <p>
        We provide this service with reasonable care and skill. The firm answers for its quotes, its advice and its
        work. Nothing here takes away rights that the law gives you as a consumer, or limits liability for death or
        injury by negligence, for fraud, or for anything else for which the law does not allow it.
      </p>

      <h2>Your details</h2>
      <p>
        The <a href="/privacy">privacy notice</a> says what we do with them, and <a href="/cookies">cookies</a> what is
        kept in your browser.
      </p>

      <h2>Law and changes</h2>
      <p>
        If you live in Ireland, Irish law applies, and otherwise the law of the part of the UK that you live in; its
        courts decide. When these terms change, the new ones hold for requests sent afterwards. Questions:{' '}
        <EmailAddress email={operator.email} />.
      </p>
    </>
  )
}
