import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

const PictureFields = graphql(`
  fragment PictureFields on LibraryImage @_unmask {
    id
    name
    alt
    width
    height
    size
    createdAt
    createdBy
    usedBy {
      kind
      url
      isPublished
    }
  }
`)
export type Picture = ResultOf<typeof PictureFields>

const Pictures = graphql(
  `
    query Pictures {
      images {
        ...PictureFields
      }
    }
  `,
  [PictureFields],
)

export const pictureLibrary = () =>
  queryOptions({ queryKey: ['pictures'], queryFn: async () => (await query(Pictures, {})).images })

const DescribePicture = graphql(`
  mutation DescribePicture($id: ID!, $alt: String!) {
    describeImage(id: $id, alt: $alt) {
      id
    }
  }
`)

export const describePicture = (id: string, alt: string) => mutate(DescribePicture, { id, alt })

const DeletePicture = graphql(`
  mutation DeletePicture($id: ID!) {
    deleteImage(id: $id)
  }
`)

export const deletePicture = (id: string) => mutate(DeletePicture, { id })
