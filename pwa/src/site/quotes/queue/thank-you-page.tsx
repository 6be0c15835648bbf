import { phoneLink } from '@kerbside/schema/contact'
import { capitalised, inWords } from '@kerbside/schema/text'
import { use } from 'react'
import { createPart } from '../../ui/part.ts'
import { SiteSettings } from '../../ui/site-settings.ts'
import { PhotosSent } from '../photos/photos-part.tsx'
import { QueuePart } from './queue-part.tsx'
import { useQueueSnapshot } from '../queue-context.ts'
import { Icon } from '../../../brand/icons.tsx'
import './thank-you-page.css'

type Props = {
  /** The reference of the request that the server has just acknowledged; null when only this phone may know one. */
  reference: string | null
  phone: string
  onEdit: (page: string) => void
}

/** Shows "We have your request" only after the server acknowledged it; until then it shows what waits. */
export function ThankYouPage({ reference, phone, onEdit }: Props) {
  const { loaded, quotes, receipt } = useQueueSnapshot()
  const waiting = quotes.length > 0
  const acknowledged = reference ?? (waiting ? null : (receipt?.reference ?? null))
  return (
    <div className="thank-you stack">
      {acknowledged && <Received reference={acknowledged} phone={phone} />}
      {waiting && <QueuePart phone={phone} onEdit={onEdit} />}
      <PhotosSent />
      {!acknowledged && !waiting && <Nothing loaded={loaded} />}
      {(acknowledged || waiting) && <InstallPart />}
    </div>
  )
}

const { usePart: useInstallPart } = createPart(() => import('./install-offer.tsx'))

/** Loaded here and nowhere else: nobody is asked to install anything before they have a request with us. */
function InstallPart() {
  const part = useInstallPart(true)
  return part && <part.InstallOffer />
}

function Received({ reference, phone }: { reference: string; phone: string }) {
  return (
    <section className="stack" role="status">
      <span className="thank-you__tick disc">
        <Icon name="CheckCircle" />
      </span>
      <h1>We have your request</h1>
      <p className="thank-you__reference">
        Your reference <strong>{reference}</strong>
      </p>
      <h2>What happens next</h2>
      <ol className="thank-you__steps stack numbered soft">
        <li>
          <strong>A confirmation is on its way to your inbox.</strong> Its link shows who has your details, and lets you
          stop.
        </li>
        <li>
          <strong>Local firms read about the job, not about you.</strong> They see what you need and the area.{' '}
          {capitalised(inWords(use(SiteSettings).firmsPerLead))} at most can take it on.
        </li>
        <li>
          <strong>A firm that takes it on gets in touch.</strong> We tell you its name.
        </li>
      </ol>
      {phone && (
        <p>
          A question? Call us on <a href={phoneLink(phone)}>{phone}</a> and give your reference.
        </p>
      )}
      <p>
        <a className="button button--quiet" href="/">
          Back to the home page
        </a>
      </p>
    </section>
  )
}

function Nothing({ loaded }: { loaded: boolean }) {
  return (
    <section className="stack">
      <h1>Your request</h1>
      <p>
        {loaded
          ? 'Nothing is waiting on this phone. If you sent a request, its confirmation is in your inbox.'
          : 'If you have just sent a request, its confirmation is on its way to your inbox.'}
      </p>
      <p>
        <a className="button" href="/#quote-form">
          Describe your job
        </a>
      </p>
    </section>
  )
}
