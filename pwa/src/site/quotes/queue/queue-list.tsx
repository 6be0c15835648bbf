import { phoneLink } from '@kerbside/schema/contact'
import { useEffect, useState } from 'react'
import { isTooOld } from '../../../offline/outbox/outbox.ts'
import type { QueuedQuote } from '../../../offline/outbox/queued-quote.ts'
import { toast, Toasts } from '../../ui/toasts.tsx'
import { drafts } from '../draft.ts'
import { sentBefore, useQueue, useQueueSnapshot } from '../queue-context.ts'
import { asText, lastOfferMessage, removalMessage, queuedTitle, waitingMessage } from './queue-messages.ts'

/** `onEdit`: goes to the form of this public path. */
export type QueueListProps = { phone: string; onEdit: (page: string) => void }

/** What waits on this phone: nothing here claims to have been sent. */
export function QueueList({ phone, onEdit }: QueueListProps) {
  const { quotes, durable, sending } = useQueueSnapshot()
  const now = useNow()
  const isAnyWaiting = quotes.some((quote) => quote.state === 'waiting' && !isTooOld(quote, now))
  useLastOffers(quotes, now)
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
      <Toasts />
    </section>
  )
}

/** Whoever sees this list has been asked for the last time about what is too old to be sent by itself. */
function useLastOffers(quotes: readonly QueuedQuote[], now: number): void {
  const queue = useQueue()
  useEffect(() => {
    const unseen = quotes.filter((quote) => quote.lastOfferedAt === undefined && isTooOld(quote, now))
    for (const { id } of unseen) void queue?.offerForTheLastTime(id)
  }, [queue, quotes, now])
}

type EntryProps = { quote: QueuedQuote; now: number; sending: boolean; onEdit: (page: string) => void }

function Entry({ quote, now, sending, onEdit }: EntryProps) {
  const queue = useQueue()
  const [asking, setAsking] = useState(false)
  const isWaiting = quote.state === 'waiting'
  const isRejected = quote.state === 'refused'
  const send = () => (isWaiting && !isTooOld(quote, now) ? queue?.sendNow() : queue?.sendAgain(quote.id))

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
      <h2>{queuedTitle(quote)}</h2>
      <p>{stateMessage(quote, now)}</p>
      {isRejected && <Errors quote={quote} />}
      {isTooOld(quote, now) && <p>{removalMessage(quote.lastOfferedAt, now)}</p>}
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
        {!isRejected && (
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
          <p>Discard this request? It has not been sent, and what you wrote is gone, photos included.</p>
          <button type="button" className="button button--danger" onClick={() => void queue?.discard(quote)}>
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

/** What the server found wrong, field by field. */
function Errors({ quote: { answers, errors } }: { quote: QueuedQuote }) {
  const labels = new Map(answers.map(({ name, label }) => [name, label]))
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <ul className="queue__errors">
      {entries.map(([name, texts]) => (
        <li key={name}>
          {labels.has(name) && <strong>{labels.get(name)}: </strong>}
          {texts.join(' ')}
        </li>
      ))}
    </ul>
  )
}

function stateMessage(quote: QueuedQuote, now: number): string {
  const { state, message, savedAt } = quote
  if (state === 'sent-before') return `${sentBefore} Send them as a new request if you want that, or discard them.`
  if (state === 'refused') return `${message ?? 'The request was not accepted.'} Press Edit to put it right.`
  return isTooOld(quote, now) ? lastOfferMessage(savedAt, now) : waitingMessage(savedAt, now)
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
