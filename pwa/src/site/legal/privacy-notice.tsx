import { challengeProviders } from '@kerbside/schema/quotes/challenge'
import { countOf } from '@kerbside/schema/text'
import { EmailAddress, OperatorDetails, type LegalFacts } from './operator-details.tsx'

export function PrivacyNotice({ operator, settings }: LegalFacts) {
  return (
    <>
      <h1>Privacy notice</h1>
      <p className="legal__lead">
        You tell us about a job, and we find firms that would like to quote for it. This page says what we store about
        you, who gets it, for how long, and what you can ask of us. It follows the UK GDPR and Data Protection Act 2018
        and, in Ireland, the GDPR and the Data Protection Acts.
      </p>

      <h2>Who we are</h2>
      <p>We decide how your details are used: in the words of the law, we are the controller.</p>
      <OperatorDetails operator={operator} />
      <Stored />
      <Shared settings={settings} />
      <Kept settings={settings} />
      <Rights email={operator.email} />
      <Complaints />
    </>
  )
}

function Stored() {
  return (
    <>
      <h2>What we store, and why we may</h2>
      <ul>
        <li>
          <strong>What you put into the form:</strong> your name, email address, mobile number, postcode or Eircode, and
          your answers about the job, and photos if you add any. We need them to find firms, to put you in touch, and to
          talk to you about your request. Legal basis: steps taken at your request before a contract (Article 6(1)(b)).
        </li>
        <li>
          <strong>How the request reached us:</strong> when, on which page, what the form told you about sharing, and
          which site or advert brought you. Legal basis: our legitimate interest in showing what you agreed to and in
          knowing which adverts work (Article 6(1)(f)).
        </li>
        <li>
          <strong>What happens to it:</strong> which firms were offered the job and what they answered, which emails we
          sent and whether they arrived, our notes, and who of us changed what. Legal basis: the same request of yours,
          and our legitimate interest in answering questions and complaints.
        </li>
        <li>
          <strong>Your network (IP) address:</strong> counted for a short time in a scrambled form, so that machines
          cannot flood the form, and stored with your request to show who agreed to what; after 30 days only in a
          scrambled form. Legal basis: our legitimate interest in keeping the service working and in proving your
          consent.
        </li>
        <li>
          <strong>If you work for us or for a firm:</strong> your name, work email, phone and role, a scrambled password
          and when you signed in; of a firm, also its trades, areas and answers. Legal basis: our contract with you or
          your firm, and our legitimate interest in knowing who saw and changed what.
        </li>
      </ul>
      <p>
        You need not give us anything. Without the answers that the form marks as needed, though, we cannot find firms
        for you. Please leave details about your health or other sensitive things out of the free text.
      </p>
    </>
  )
}

function Shared({ settings: { firmsPerLead, challenge } }: Pick<LegalFacts, 'settings'>) {
  return (
    <>
      <h2>Who gets it</h2>
      <ul>
        <li>
          <strong>Firms that we offer the job to</strong> see the job and the area, without your name and contact
          details. From free text we remove names, phone numbers and addresses as far as a program can find them.
        </li>
        <li>
          <strong>At most {countOf(firmsPerLead, 'firm')}</strong> get your contact details, each only after it has
          taken the job on. We email you the name of each one at that moment. From then on the firm answers for what it
          does with them; we give them to it for this job only.
        </li>
        {challenge && (
          <li>
            <strong>{challengeProviders[challenge.provider].name}</strong> tells people from machines in our form. Once
            you begin to fill it in, your browser loads its program, and it learns your network address and facts about
            your browser; it gets none of your answers. Our legitimate interest is a form that machines cannot flood.
          </li>
        )}
        <li>
          <strong>Companies that run our servers and carry our email</strong> handle the data for us, under contract and
          on our instructions.
        </li>
        <li>
          <strong>Authorities and courts,</strong> where the law makes us.
        </li>
      </ul>
      <p>
        We do not sell your details, and we give them to no insurer, lender or emailing list. The UK and the EU each
        recognise the other’s protection, which covers data that goes between Ireland and the UK. Should a provider of
        ours handle data elsewhere, we use the safeguards that the law asks for; ask us for a copy.
      </p>
      <p>
        A program picks the firms by trade, area and how many jobs they can take. It decides nothing about you that has
        legal or similarly serious effects.
      </p>
    </>
  )
}

function Kept({ settings: { heldDays, leadMonths } }: Pick<LegalFacts, 'settings'>) {
  return (
    <>
      <h2>How long we keep it</h2>
      <ul>
        <li>
          <strong>Requests</strong> are kept while firms may still quote, and afterwards for as long as questions,
          complaints or the law may need them.{' '}
          {leadMonths === 0
            ? 'We look through them by hand: no clock deletes them.'
            : `One that came to nothing is deleted when nothing has happened to it for ${countOf(leadMonths, 'month')}.`}{' '}
          If you want yours gone sooner, tell us.
        </li>
        <li>
          <strong>Requests that look like spam</strong> are set aside and deleted after {heldDays}{' '}
          {heldDays === 1 ? 'day' : 'days'}, unless one of us finds that they are real.
        </li>
        <li>
          <strong>Sign-ins of staff</strong> end after 30 days without use. Accounts go when a person leaves.
        </li>
        <li>
          <strong>On your own phone or computer</strong> some things are kept too: see <a href="/cookies">cookies</a>.
        </li>
      </ul>
    </>
  )
}

function Rights({ email }: { email: string | null }) {
  return (
    <>
      <h2>What you can ask of us</h2>
      <p>You have the right to</p>
      <ul>
        <li>see what we hold about you and get a copy, also in a form that a machine can read,</li>
        <li>have it corrected, erased, or set aside while something is unclear,</li>
        <li>object to what we do on the ground of a legitimate interest,</li>
        <li>tell us at any time to offer your job to nobody else and to pass your wish on to the firms.</li>
      </ul>
      <p>
        The link in every email from us leads to your own page. It shows which firms have your details, and lets you
        stop, see and download what we hold, complain, and have it erased at any time. For everything else reply to one
        of those emails or write to <EmailAddress email={email} />. It costs nothing, and we answer within one month.
      </p>
    </>
  )
}

function Complaints() {
  return (
    <>
      <h2>If you are not happy with us</h2>
      <p>Please tell us first, so that we can put it right. You can also complain to a supervisory authority:</p>
      <ul>
        <li>
          in the UK the Information Commissioner (ICO), Wycliffe House, Water Lane, Wilmslow SK9 5AF, 0303 123 1113,{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>
        </li>
        <li>
          in Ireland the Data Protection Commission (DPC), 6 Pembroke Row, Dublin 2, D02 X963, 01 765 0100,{' '}
          <a href="https://www.dataprotection.ie/">dataprotection.ie</a>
        </li>
      </ul>
    </>
  )
}
