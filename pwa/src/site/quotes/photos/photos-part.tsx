import { useState } from 'react'
import { createPart } from '../../ui/part.ts'
import { useQueueSnapshot } from '../queue-context.ts'
import type { FormHelpProps } from '../form-help.tsx'
import type { PhotoFieldProps } from './photo-field.tsx'
// In the document with all other styles: only scripts are stored for offline use.
import './photos.css'

const { usePart } = createPart(() => import('./photos.tsx'))

/** Where photos are added to a form: a button until somebody touches the form. The form's help comes along with them. */
export function PhotosOfForm({ isBegun, ...props }: PhotoFieldProps & FormHelpProps & { isBegun: boolean }) {
  const { loaded, hasPhotos } = useQueueSnapshot()
  const [pressed, setPressed] = useState(false)
  const part = usePart(isBegun || pressed || hasPhotos)
  if (part)
    return (
      <>
        <part.PhotoField {...props} />
        <part.FormHelp {...props} />
      </>
    )
  return (
    <button
      type="button"
      className="button button--quiet photos__add"
      style={{ visibility: loaded ? 'visible' : 'hidden' }}
      onClick={() => setPressed(true)}
    >
      Add photos (optional)
    </button>
  )
}

/** What became of the photos on this phone. */
export function PhotosSent() {
  const part = usePart(useQueueSnapshot().hasPhotos)
  return part && <part.PhotoProgress />
}
