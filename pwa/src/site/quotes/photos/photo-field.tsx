import { maximumPhotos } from '@kerbside/schema/photos/photo'
import { countOf } from '@kerbside/schema/text'
import { useEffect, useId, useRef, useState, type ChangeEvent, type RefObject } from 'react'
import type { QueuedPhoto } from '../../../offline/photos/queued-photo.ts'
import { shrinkPhoto } from '../../../offline/photos/shrink-photo.ts'
import { unreadablePhoto } from '../../../offline/photos/shrink.ts'
import { drafts } from '../draft.ts'
import { usePhotos, usePhotoUrl } from './use-photos.ts'

export type PhotoFieldProps = {
  page: string
  /** Whose `submissionId` the photos belong to. */
  request: RefObject<{ submissionId: string }>
  /** Writes the form down, so that its photos are found again with it. */
  storeDraft: () => void
}

/** Up to five photos, made small on this phone and sent after the request. */
export function PhotoField({ page, request, storeDraft }: PhotoFieldProps) {
  const { queue, photos, isUnwritten } = usePhotos()
  const quoteId = useQuoteId(page, request, photos)
  const own = photos.filter((photo) => photo.quoteId === quoteId && photo.state === 'waiting' && !photo.isDue)
  const [busy, setBusy] = useState(0)
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const room = maximumPhotos - own.length - busy

  useForgetting(queue, request, quoteId)

  async function add(files: readonly File[]): Promise<void> {
    storeDraft()
    // The form may be sent, and stand for the next request, before the last photo is small.
    const { submissionId } = request.current
    const taken = files.slice(0, room)
    const problems = files.length > taken.length ? [`A request takes ${maximumPhotos} photos at most.`] : []
    setProblem(problems.join(' '))
    setBusy((count) => count + taken.length)
    for (const file of taken) {
      const bytes = await shrinkPhoto(file)
      if (bytes) await queue?.add({ quoteId: submissionId, page, bytes }, !drafts.areKept())
      else {
        problems.push(unreadablePhoto(file))
        setProblem(problems.join(' '))
      }
      setBusy((count) => count - 1)
    }
  }

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    void add(files)
  }

  async function remove(photo: QueuedPhoto): Promise<void> {
    await queue?.remove([photo])
    input.current?.focus()
  }

  return (
    <fieldset className="photos stack stack--tight">
      <legend>Photos of the job (optional)</legend>
      <p className="small-print" id={hint}>
        They help firms to quote. Firms see them once they take the job on. Up to five; we make them small here, and
        leave out where they were taken.
      </p>
      {own.length > 0 && (
        <ul className="photos__list">
          {own.map((photo, index) => (
            <Thumb key={photo.id} photo={photo} number={index + 1} onRemove={() => void remove(photo)} />
          ))}
        </ul>
      )}
      <label
        className={room > 0 ? 'button button--quiet photos__add' : 'button button--quiet photos__add photos__add--full'}
      >
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          disabled={room <= 0}
          aria-describedby={hint}
          className="photos__input"
          onChange={onChange}
        />
        {own.length > 0 ? 'Add more photos' : 'Add photos'}
      </label>
      <p role="status" className="small-print">
        {problem && <strong className="photos__problem">{problem} </strong>}
        {busy > 0
          ? `Preparing ${countOf(busy, 'photo')}…`
          : own.length > 0 && `${own.length} of ${maximumPhotos} photos.`}
        {own.length > 0 && isUnwritten && ' They are not kept on this phone: leave this page open until they are sent.'}
      </p>
    </fieldset>
  )
}

/** The id that the form is sent under, once what was typed before has been read. */
function useQuoteId(page: string, request: PhotoFieldProps['request'], photos: readonly QueuedPhoto[]): string {
  const [id, setId] = useState('')
  useEffect(() => {
    // Drafts are read in the order of the calls: the form has read its own before.
    void drafts.read(page).then(() => setId(request.current.submissionId))
  }, [page, request, photos])
  return id
}

/** Photos of forms that are given up go, and those of this form are kept in the page alone where drafts are not kept. */
function useForgetting(
  queue: ReturnType<typeof usePhotos>['queue'],
  request: PhotoFieldProps['request'],
  quoteId: string,
) {
  useEffect(() => void queue?.removeForgotten(drafts.read), [queue, quoteId])
  useEffect(() => {
    const keepNone = () => void queue?.keepNone(request.current.submissionId)
    window.addEventListener('drafts-not-kept', keepNone)
    return () => window.removeEventListener('drafts-not-kept', keepNone)
  }, [queue, request])
}

function Thumb({ photo, number, onRemove }: { photo: QueuedPhoto; number: number; onRemove: () => void }) {
  const url = usePhotoUrl(photo)
  return (
    <li>
      {url && <img src={url} alt={`Photo ${number}`} />}
      <button type="button" className="photos__remove" aria-label={`Remove photo ${number}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  )
}
