import { phoneLink } from '@kerbside/schema/contact'
import { useEffect, useState } from 'react'
import type { QueuedQuote } from '../../../offline/outbox/queued-quote.ts'
import { toast } from '../../ui/toasts.tsx'
import { drafts } from '../draft.ts'
import { sentBefore, useQueue, useQueueSnapshot } from '../queue-context.ts'
import { asText, titleOf, waitingMessage } from './queue-messages.ts'
import './queue-list.css'

/** What waits on this phone: nothing here claims to have been sent. */
export function QueueList({ phone, onEdit }: { phone: string; onEdit: (page: string) => void }) {
  const { quotes, durable, sending } = useQueueSnapshot()
  const now = useNow()
  const isAnyWaiting = quotes.some(({ state }) => state === 'waiting')
  return (
    <section className="stack" aria-labelledby="queue-title">
      <h1 id="queue-title" className="queue__title" tabIndex={-1}>
        Saved on this phone — not sent yet
      </h1>
      {durable ? (
        <p>
          Nothing is lost.{' '}
          {isAnyWaiting
            ? 'We send it by itself as soon as there is a connection, even if you close this page and come back later.'
            : 'It is not sent until you say what to do with it.'}
        </p>
      ) : (
        <p className="queue__warning">This phone could not save your request. Keep this page open until it is sent.</p>
      )}
      <ul className="stack">
        {quotes.map((quote) => (
          <Entry key={quote.id} quote={quote} now={now} sending={sending} onEdit={onEdit} />
        ))}
      </ul>
      {phone && (
        <p>
          Rather talk? Call us on <a href={phoneLink(phone)}>{phone}</a>.
        </p>
      )}
    </section>
  )
}

type EntryProps = { quote: QueuedQuote; now: number; sending: boolean; onEdit: (page: string) => void }

function Entry({ quote, now, sending, onEdit }: EntryProps) {
  const queue = useQueue()
  const [asking, setAsking] = useState(false)
  const isWaiting = quote.state === 'waiting'
  const send = () => (isWaiting ? queue?.sendNow() : queue?.sendAsNew(quote.id))

  function edit(): void {
    const answers = Object.fromEntries(quote.answers.map(({ name, value }) => [name, value]))
    const editing = { message: quote.message, errors: quote.errors }
    const measured = quote.body['elapsed_ms']
    const shownMs = typeof measured === 'number' ? measured : null
    void drafts.write(quote.page, { submissionId: quote.id, shownMs, answers, editing })
    onEdit(quote.page)
  }
  return (
    <li className={isWaiting ? 'queue__entry' : 'queue__entry queue__entry--refused'}>
      <h2>{titleOf(quote)}</h2>
      <p>{stateMessage(quote, now)}</p>
      <details>
        <summary>What you wrote</summary>
        <dl className="stack stack--tight">
          {quote.answers
            .filter(({ value }) => value !== '')
            .map(({ name, label, value }) => (
              <div key={name}>
                <dt className="small-print">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </details>
      <div className="queue__buttons">
        {quote.state !== 'refused' && (
          <button type="button" className="button button--small" disabled={sending} onClick={() => void send()}>
            {sending ? 'Sending…' : isWaiting ? 'Send now' : 'Send as a new request'}
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={edit}>
          Edit
        </button>
        <button type="button" className="button button--quiet" onClick={() => void copy(quote)}>
          Copy as text
        </button>
        <button type="button" className="button button--quiet" onClick={() => setAsking(true)}>
          Discard
        </button>
      </div>
      {asking && (
        <div className="queue__ask" role="group" aria-label="Discard this request?">
          <p>Discard this request? It has not been sent, and what you wrote is gone.</p>
          <button type="button" className="button button--danger" onClick={() => void queue?.discard(quote.id)}>
            Discard this request
          </button>
          <button type="button" className="button button--quiet" onClick={() => setAsking(false)}>
            Keep it
          </button>
        </div>
      )}
    </li>
  )
}

function stateMessage({ state, message, savedAt }: QueuedQuote, now: number): string {
  if (state === 'sent-before') return `${sentBefore} Send them as a new request if you want that, or discard them.`
  if (state === 'refused') return `${message ?? 'The request was not accepted.'} Press Edit to put it right.`
  return waitingMessage(savedAt, now)
}

async function copy(quote: QueuedQuote): Promise<void> {
  try {
    await navigator.clipboard.writeText(asText(quote))
    toast({ tone: 'success', title: 'Copied', text: 'Paste it into a message or an email.' })
  } catch {
    toast({ tone: 'problem', title: 'Not copied', text: 'Open “What you wrote” and copy it by hand.' })
  }
}

/** The time, read twice a minute: the messages count days, hours and minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
