import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { fixedTexts, shownFields } from '@kerbside/schema/pages/content/home-page'
import { placeFields, type PlacedRow } from '@kerbside/schema/quotes/form-definition'
import { honeypotName, noticeLinks, quoteNotice } from '@kerbside/schema/quotes/quote'
import type { FieldErrors } from '@kerbside/schema/errors'
import { Icon } from '../../brand/icons.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormControl } from './form-control.tsx'
import { useQueueSnapshot } from './queue-context.ts'
import { useFormBegun } from './use-form-begun.ts'
import { useQuoteForm, type QuoteFormInput } from './use-quote-form.ts'
import './quote-form.css'

type Props = Omit<QuoteFormInput, 'fields'> & { content: QuoteFormContent }

/** The card with the form. Complete as plain HTML: without script it posts to its own page. */
export function QuoteForm({ content: newest, ...input }: Props) {
  const { page, form } = input
  const { content, formVersion } = useFormBegun(page, newest, input.formVersion)
  const fields = shownFields(content)
  const visible = new Set(fields.filter((field) => field.visible).map(({ name }) => name))
  const { element, submitting, problem, keepDraft, onChange, submit } = useQuoteForm({ ...input, formVersion, fields })
  return (
    <section id="quote-form" className="quote" aria-labelledby="quote-title">
      <div className="quote__inner">
        <div className="quote__card">
          <Heading content={content} />
          <form
            ref={element}
            className="quote__form"
            method="post"
            action={page}
            noValidate
            onInput={keepDraft}
            onChange={onChange}
            onSubmit={submit}
          >
            <ErrorSummary {...problem} visible={visible} />
            <input type="hidden" name="submission_id" value={form.submissionId} />
            <input type="hidden" name="form_version" value={formVersion} />
            <input type="hidden" name="form_stamp" value={form.stamp} />
            <Honeypot />
            {placeFields(fields, content.layout).map((row) => (
              <Row key={row.id} row={row} answers={form.answers} errors={problem.errors} />
            ))}
            <Notice />
            <button type="submit" className="button button--wide" disabled={submitting} aria-live="polite">
              {submitting && <span className="spinner" aria-hidden="true" />}
              {submitting ? content.labels.submittingText : content.labels.submitText}
            </button>
            <p className="quote__free">{fixedTexts.free}</p>
          </form>
        </div>
        <Promises indicators={content.trustIndicators} />
      </div>
    </section>
  )
}

function Heading({ content }: { content: QuoteFormContent }) {
  const waiting = useQueueSnapshot().quotes.length
  return (
    <header className="quote__head">
      {content.urgencyBanner && (
        <p className="quote__urgency">
          <Icon name="Clock" />
          {content.urgencyBanner}
        </p>
      )}
      <h2 id="quote-title">{content.cardTitle}</h2>
      {content.cardSubtitle && <p className="quote__subtitle">{content.cardSubtitle}</p>}
      {waiting > 0 && (
        <p className="quote__waiting">
          <a href="/thank-you">
            {waiting === 1 ? 'A request is' : `${waiting} requests are`} saved on this phone — not sent yet. Look at it
          </a>
        </p>
      )}
    </header>
  )
}

/** Word for word what is kept with the lead. */
function Notice() {
  const parts = quoteNotice.split(new RegExp(`(${Object.keys(noticeLinks).join('|')})`))
  return (
    <p className="quote__notice">
      {parts.map((part) =>
        noticeLinks[part] ? (
          <a key={part} href={noticeLinks[part]}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

function Promises({ indicators }: { indicators: readonly string[] }) {
  return (
    <div className="quote__aside">
      <ul className="quote__trust">
        {indicators.map((text) => (
          <li key={text}>
            <Icon name="CheckCircle" />
            {text}
          </li>
        ))}
      </ul>
      <p className="quote__most">{fixedTexts.mostCustomers}</p>
      <h3>What happens next</h3>
      <ol className="quote__next">
        <li>You get a confirmation with your reference by email.</li>
        <li>Local firms read about the job and the area, not your name.</li>
        <li>Firms that take it on contact you. You compare, and choose or not.</li>
      </ol>
    </div>
  )
}

/** Filled in by machines only: out of sight, out of the tab order, and unknown to screen readers and address books. */
function Honeypot() {
  return (
    <div className="quote__website" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

type RowProps = { row: PlacedRow; answers: Record<string, string>; errors: FieldErrors }

function Row({ row, answers, errors }: RowProps) {
  return (
    <div className="quote__row">
      {row.columns.map((column) => (
        <div
          key={column.id}
          className={
            column.fields.some(({ width }) => width === 'full') ? 'quote__column quote__column--full' : 'quote__column'
          }
        >
          {column.fields.map((field) => (
            <FormControl
              key={field.id}
              field={field}
              answer={answers[field.name] ?? ''}
              errors={errors[field.name] ?? []}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
