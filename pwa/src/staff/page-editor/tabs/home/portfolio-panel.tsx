import { newJob } from '@kerbside/schema/pages/defaults/default-home'
import type { HomeContent } from '@kerbside/schema/pages/content/home-content'
import { imageUrlOf } from '@kerbside/schema/pages/link'
import { useUploads } from '../../../images/use-uploads.ts'
import { useToast } from '../../../ui/toasts.tsx'
import type { EditorPanelProps } from '../../fields/panel-props.ts'
import { at, entryOf, rootOf } from '../../fields/cursor.ts'
import { Group, Groups } from '../../fields/group.tsx'
import { ItemList } from '../../fields/item-list.tsx'
import { LineField, ParagraphField } from '../../fields/text-fields.tsx'
import { useList } from '../../fields/use-list.ts'
import { NothingYet } from '../nothing-yet.tsx'
import { JobImages } from './job-images.tsx'

export function PortfolioPanel(props: EditorPanelProps<HomeContent>) {
  const portfolio = at(rootOf(props), 'portfolio')
  const jobs = useList(at(portfolio, 'jobs'))
  const toast = useToast()
  // A job is known by its key while it moves; one that was removed meanwhile gets nothing.
  const { uploads, start, cancel } = useUploads({
    done: (image, key) => {
      const index = jobs.keys.indexOf(key)
      if (index < 0) return toast.info('The image was uploaded, but its job has been removed.')
      at(entryOf(jobs.field, index), 'images').update((images) => [...images, image])
      toast.success('Image uploaded')
    },
    failed: (message, fileName) => toast.error(`Upload failed: ${fileName}: ${message}`),
  })
  return (
    <Groups>
      <Group title="Heading" within={[at(portfolio, 'title'), at(portfolio, 'subtitle')]}>
        <LineField field={at(portfolio, 'title')} label="Title" />
        <ParagraphField field={at(portfolio, 'subtitle')} label="Subtitle" />
      </Group>
      <Group title="Jobs" note={String(jobs.keys.length)} within={[jobs.field]}>
        <ItemList
          list={jobs}
          entry="job"
          addLabel="Add Job"
          create={() => structuredClone(newJob)}
          summary={({ location, images }) => ({
            title: location,
            note: images.length === 1 ? '1 image' : `${images.length} images`,
            ...(images[0] === undefined ? {} : { image: imageUrlOf(images[0]) }),
          })}
          empty={<NothingYet>No portfolio jobs yet. Click "Add Job" to create one.</NothingYet>}
        >
          {(job, key) => (
            <>
              <LineField field={at(job, 'location')} label="Location" />
              <JobImages
                field={at(job, 'images')}
                location={job.value.location}
                uploads={uploads.filter(({ owner }) => owner === key)}
                start={(files) => start(files, key)}
                cancel={cancel}
              />
            </>
          )}
        </ItemList>
      </Group>
    </Groups>
  )
}
