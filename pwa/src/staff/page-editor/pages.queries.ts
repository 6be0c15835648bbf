import { graphqlPageKinds, type PageKind } from '@kerbside/schema/pages/page'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

const PageRowFields = graphql(`
  fragment PageRow on Page @_unmask {
    id
    url
    title
    isPublished
    version
    publishedVersion
    createdAt
    updatedAt
    savedBy {
      name
    }
  }
`)
export type PageRow = ResultOf<typeof PageRowFields>

const EditablePageFields = graphql(
  `
    fragment EditablePage on Page @_unmask {
      ...PageRow
      content
      previewUrl
    }
  `,
  [PageRowFields],
)
export type EditablePage = ResultOf<typeof EditablePageFields>

export const pageKeys = {
  all: ['pages'],
  lists: ['pages', 'list'],
  page: (kind: PageKind, slug: string) => ['pages', 'page', kind, slug],
  history: (kind: PageKind, slug: string) => ['pages', 'history', kind, slug],
} as const

const Figures = graphql(`
  query PublicFigures {
    dashboard {
      publicFigures {
        texts {
          medianResponse
          firmsPerRequest
          answeredInTime
        }
        hiddenBecause
      }
    }
  }
`)

/** The measured figures that texts of pages may tell, and why they do not today. */
export const publicFigures = () =>
  queryOptions({
    queryKey: ['pages', 'figures'],
    queryFn: async () => (await query(Figures, {})).dashboard.publicFigures,
    staleTime: 60_000,
  })

/** Shows the server's answer to a mutation in the editor, every list and the history. */
export function cachePage(client: QueryClient, kind: PageKind, slug: string, page: EditablePage): void {
  client.setQueryData(pageKeys.page(kind, slug), page)
  void client.invalidateQueries({ queryKey: pageKeys.lists })
  void client.invalidateQueries({ queryKey: pageKeys.history(kind, slug) })
}

const PageList = graphql(
  `
    query PageList($kind: PageKind!) {
      pages(kind: $kind) {
        ...PageRow
      }
    }
  `,
  [PageRowFields],
)

/** Oldest first. */
export const pageList = (kind: PageKind) =>
  queryOptions({
    queryKey: [...pageKeys.lists, kind],
    queryFn: async () => (await query(PageList, { kind: graphqlPageKinds[kind] })).pages,
  })

const PageToEdit = graphql(
  `
    query PageToEdit($kind: PageKind!, $slug: String!) {
      page(kind: $kind, slug: $slug) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)

/** Null when no record exists yet. Asked every half minute while an editor is open, as somebody else may save. */
export const pageToEdit = (kind: PageKind, slug: string) =>
  queryOptions({
    queryKey: pageKeys.page(kind, slug),
    queryFn: async () => (await query(PageToEdit, { kind: graphqlPageKinds[kind], slug })).page,
    refetchInterval: 30_000,
  })

const PageHistory = graphql(`
  query PageHistory($kind: PageKind!, $slug: String!) {
    page(kind: $kind, slug: $slug) {
      history {
        version
        savedAt
        savedBy {
          name
        }
        origin
      }
    }
  }
`)
export type PageVersion = NonNullable<ResultOf<typeof PageHistory>['page']>['history'][number]

/** Newest first. */
export const pageHistory = (kind: PageKind, slug: string) =>
  queryOptions({
    queryKey: pageKeys.history(kind, slug),
    queryFn: async () => (await query(PageHistory, { kind: graphqlPageKinds[kind], slug })).page?.history ?? [],
  })

const PageVersionContent = graphql(`
  query PageVersionContent($kind: PageKind!, $slug: String!, $version: Int!) {
    page(kind: $kind, slug: $slug) {
      versionContent(version: $version)
    }
  }
`)

/** A version never changes. */
export const pageVersionContent = (kind: PageKind, slug: string, version: number) =>
  queryOptions({
    queryKey: [...pageKeys.history(kind, slug), version],
    queryFn: async () => {
      const { page } = await query(PageVersionContent, { kind: graphqlPageKinds[kind], slug, version })
      return page?.versionContent ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const CreatePage = graphql(
  `
    mutation CreatePage($kind: PageKind!, $url: String, $content: JSON) {
      createPage(kind: $kind, url: $url, content: $content) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)
export const createPage = async (kind: PageKind, url: string | null, content: unknown) =>
  (await mutate(CreatePage, { kind: graphqlPageKinds[kind], url, content })).createPage

const SavePage = graphql(
  `
    mutation SavePage($id: ID!, $content: JSON!, $version: Int!) {
      savePage(id: $id, content: $content, version: $version) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)
export const savePage = async (id: string, content: unknown, version: number) =>
  (await mutate(SavePage, { id, content, version })).savePage

const PublishPage = graphql(
  `
    mutation PublishPage($id: ID!) {
      publishPage(id: $id) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)
const UnpublishPage = graphql(
  `
    mutation UnpublishPage($id: ID!) {
      unpublishPage(id: $id) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)
/** Publishes the saved draft, whatever its version. */
export const publishPage = async (id: string) => (await mutate(PublishPage, { id })).publishPage
export const unpublishPage = async (id: string) => (await mutate(UnpublishPage, { id })).unpublishPage

const RestorePage = graphql(
  `
    mutation RestorePage($id: ID!, $version: Int!) {
      restorePage(id: $id, version: $version) {
        ...EditablePage
      }
    }
  `,
  [EditablePageFields],
)
export const restorePage = async (id: string, version: number) =>
  (await mutate(RestorePage, { id, version })).restorePage

const DuplicatePage = graphql(
  `
    mutation DuplicatePage($id: ID!) {
      duplicatePage(id: $id) {
        ...PageRow
      }
    }
  `,
  [PageRowFields],
)
export const duplicatePage = async (id: string) => (await mutate(DuplicatePage, { id })).duplicatePage

const UpdatePageUrl = graphql(
  `
    mutation UpdatePageUrl($id: ID!, $url: String!) {
      updatePageUrl(id: $id, url: $url) {
        ...PageRow
      }
    }
  `,
  [PageRowFields],
)
export const updatePageUrl = async (id: string, url: string) => (await mutate(UpdatePageUrl, { id, url })).updatePageUrl

const DeletePage = graphql(`
  mutation DeletePage($id: ID!) {
    deletePage(id: $id)
  }
`)
export const deletePage = async (id: string) => (await mutate(DeletePage, { id })).deletePage
