import { countOf, capitalised } from '@kerbside/schema/text'
import { useQueueSnapshot } from '../queue-context.ts'
import { usePhotos } from './use-photos.ts'

/** What became of the photos of requests: nothing here claims to have been received that the server has not. */
export function PhotoProgress() {
  const { queue, photos, progress, isUnwritten } = usePhotos()
  const { quotes } = useQueueSnapshot()
  // Those of a form that was not sent are shown there.
  const own = photos.filter((photo) => photo.isDue || quotes.some(({ id }) => id === photo.quoteId))
  const waiting = own.filter(({ state }) => state === 'waiting')
  const rejected = own.filter(({ state }) => state === 'rejected')
  const sent = own.length - waiting.length - rejected.length
  if (own.length === 0) return null
  const index = own.findIndex(({ id }) => id === progress?.id)
  return (
    <section className="photos stack stack--tight" aria-labelledby="photos-title">
      <h2 id="photos-title">Your photos</h2>
      {sent > 0 && (
        <p role="status">
          {waiting.length + rejected.length > 0 ? `${sent} of ${own.length}` : capitalised(countOf(sent, 'photo'))}{' '}
          received.
        </p>
      )}
      {rejected.map((photo) => (
        <p key={photo.id} className="photos__problem">
          A photo was not taken: {photo.message}{' '}
          <button type="button" className="photos__remove" onClick={() => void queue?.remove([photo])}>
            Close
          </button>
        </p>
      ))}
      {progress && index >= 0 ? (
        <p>
          <label>
            {`Photo ${index + 1} of ${own.length}, ${Math.floor(progress.share * 100)} %`}
            <progress max={1} value={progress.share} />
          </label>
        </p>
      ) : (
        waiting.length > 0 && (
          <>
            <p>
              {capitalised(countOf(waiting.length, 'photo'))} {waiting.length === 1 ? 'waits' : 'wait'} on this phone
              and {waiting.length === 1 ? 'is' : 'are'} not sent yet.{' '}
              {isUnwritten
                ? 'Keep this page open until they are sent.'
                : 'They are sent by themselves, after the request, as soon as there is a connection.'}
            </p>
            {waiting.some(({ isDue }) => isDue) && (
              <button type="button" className="button button--quiet" onClick={() => void queue?.sendNow()}>
                Send photos now
              </button>
            )}
          </>
        )
      )}
    </section>
  )
}
