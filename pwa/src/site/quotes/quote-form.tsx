import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { fixedTexts, mostCustomers, shownFields } from '@kerbside/schema/pages/content/home-page'
import { placeFields, type PlacedRow } from '@kerbside/schema/quotes/form-layout'
import { honeypotName, noticeLinks, quoteNotice } from '@kerbside/schema/quotes/quote'
import type { FieldErrors } from '@kerbside/schema/errors'
import { use, useEffect, useState, type ReactNode } from 'react'
import { Icon } from '../../brand/icons.tsx'
import { SiteSettings } from '../ui/site-settings.ts'
import { drafts } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormControl } from './form-control.tsx'
import { PhotosOfForm } from './photos/photos-part.tsx'
import { useQueueSnapshot } from './queue-context.ts'
import { useFormBegun } from './use-draft.ts'
import { useQuoteForm, type QuoteFormInput } from './use-quote-form.ts'
import './quote-form.css'

type Props = Omit<QuoteFormInput, 'fields'> & { content: QuoteFormContent }

/** The card with the form. Complete as plain HTML: without script it posts to its own page. */
export function QuoteForm({ content: newest, ...input }: Props) {
  const { page, form } = input
  const { content, formVersion } = useFormBegun(page, newest, input.formVersion)
  const fields = shownFields(content)
  const visible = new Set(fields.filter((field) => field.visible).map(({ name }) => name))
  const { element, request, submitting, problem, storeDraft, onChange, submit, isBegun, onFocus } = useQuoteForm({
    ...input,
    formVersion,
    fields,
  })
  return (
    <section id="quote-form" className="quote" aria-labelledby="quote-title">
      <div className="quote__inner container stack">
        <div className="quote__card">
          <FormHeading content={content} title={<h2 id="quote-title">{content.cardTitle}</h2>} />
          <form
            ref={element}
            className="quote__form stack stack--wide"
            method="post"
            action={page}
            noValidate
            onInput={storeDraft}
            onChange={onChange}
            onFocus={onFocus}
            onSubmit={submit}
          >
            <ErrorSummary {...problem} visible={visible} />
            <input type="hidden" name="submission_id" value={form.submissionId} />
            <input type="hidden" name="form_version" value={formVersion} />
            <input type="hidden" name="form_stamp" value={form.stamp} />
            <Honeypot />
            <FormRows content={content} answers={form.answers} errors={problem.errors} />
            <PhotosOfForm {...{ page, request, storeDraft, isBegun, element, fields }} />
            <Notice />
            <SharedDevice page={page} />
            <button type="submit" className="button button--wide" disabled={submitting} aria-live="polite">
              {submitting && <span className="quote__spinner" aria-hidden="true" />}
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

type HeadingProps = { content: QuoteFormContent; title: ReactNode }

export function FormHeading({ content, title }: HeadingProps) {
  return (
    <header className="quote__head">
      {content.urgencyBanner && (
        <p className="quote__urgency row row--tight">
          <Icon name="Clock" />
          {content.urgencyBanner}
        </p>
      )}
      {title}
      {content.cardSubtitle && <p className="quote__subtitle soft">{content.cardSubtitle}</p>}
    </header>
  )
}

/** The way to leave nothing behind on a device that others use. Its place is kept until the script runs. */
function SharedDevice({ page }: { page: string }) {
  const { loaded } = useQueueSnapshot()
  const [pressed, setPressed] = useState(false)
  const [canKeep, setCanKeep] = useState(true)
  useEffect(() => void drafts.canKeep().then(setCanKeep), [])
  const stop = () => {
    setPressed(true)
    // The photos of the form, which are loaded apart, listen for it.
    void drafts.keepNone(page).finally(() => dispatchEvent(new Event('drafts-not-kept')))
  }
  return (
    <p className="quote__notice quote__shared" role="status" style={{ visibility: loaded ? 'visible' : 'hidden' }}>
      {!canKeep ? (
        'This browser does not save what you type. Keep this page open until we have confirmed your request.'
      ) : pressed || (loaded && !drafts.areKept()) ? (
        'Shared device: what you type here is not kept.'
      ) : (
        <button type="button" onClick={stop}>
          This is a shared device: do not keep what I type here
        </button>
      )}
    </p>
  )
}

/** Word for word what is stored with the lead. */
function Notice() {
  const parts = quoteNotice(use(SiteSettings).firmsPerLead).split(new RegExp(`(${Object.keys(noticeLinks).join('|')})`))
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
    <div className="quote__side stack stack--wide">
      <ul className="quote__trust soft">
        {indicators.map((text) => (
          <li key={text}>
            <Icon name="CheckCircle" />
            {text}
          </li>
        ))}
      </ul>
      <p className="quote__limit">{mostCustomers(use(SiteSettings))}</p>
      <h3>What happens next</h3>
      <ol className="quote__next stack numbered soft">
        <li>You get a confirmation with your reference by email.</li>
        <li>Local firms read about the job and the area, not your name.</li>
        <li>Firms that take it on contact you. You compare, and choose or not.</li>
      </ol>
    </div>
  )
}

/** Filled in by bots only: hidden from view, from the tab order, from screen readers and from address books. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

type RowsProps = { content: QuoteFormContent; answers?: Record<string, string>; errors?: FieldErrors }

export function FormRows({ content, answers = {}, errors = {} }: RowsProps) {
  const isFull = ({ fields }: PlacedRow['columns'][number]) => fields.some(({ width }) => width === 'full')
  return placeFields(shownFields(content), content.layout).map((row) => (
    <div key={row.id} className="quote__row">
      {row.columns.map((column) => (
        <div key={column.id} className={isFull(column) ? 'quote__column quote__column--full' : 'quote__column'}>
          {column.fields.map((field) => (
            <FormControl
              key={`${field.id}-${field.type}`}
              field={field}
              answer={answers[field.name] ?? ''}
              errors={errors[field.name] ?? []}
            />
          ))}
        </div>
      ))}
    </div>
  ))
}
