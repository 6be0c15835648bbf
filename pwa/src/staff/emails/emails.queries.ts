import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

const Words = graphql(`
  fragment EmailWordsFields on EmailWords @_unmask {
    subject
    preheader
    title
    body
  }
`)
export type EmailWords = ResultOf<typeof Words>

const EmailTemplates = graphql(
  `
    query EmailTemplates {
      emailTemplates {
        name
        label
        sent
        after
        version
        isBuiltIn
        words {
          ...EmailWordsFields
        }
        variables {
          name
          meaning
          requiredIn
          isBlock
        }
        history {
          version
          savedAt
          savedBy {
            name
          }
          words {
            ...EmailWordsFields
          }
        }
      }
    }
  `,
  [Words],
)
export type EmailTemplate = ResultOf<typeof EmailTemplates>['emailTemplates'][number]
export type EmailVariable = EmailTemplate['variables'][number]
export type EmailName = EmailTemplate['name']

/** Every email that can be reworded, with its words and who changed them. */
export const emailTemplates = () =>
  queryOptions({
    queryKey: ['email-templates'],
    queryFn: async () => (await query(EmailTemplates, {})).emailTemplates,
  })

/** The part of the address that stands for an email. */
export const emailPath = (name: EmailName) => name.toLowerCase().replaceAll('_', '-')

const EmailPreview = graphql(`
  query EmailPreview($name: EmailTemplateName!, $words: EmailWordsInput!) {
    emailPreview(name: $name, words: $words) {
      subject
      html
    }
  }
`)

/** The email as it would be sent; rejected with the errors at the fields when it could not be saved. */
export const emailPreview = (name: EmailName, words: EmailWords) =>
  queryOptions({
    queryKey: ['email-preview', name, words],
    queryFn: async () => (await query(EmailPreview, { name, words })).emailPreview,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })

const EmailTestFields = graphql(`
  fragment EmailTestFields on EmailTest @_unmask {
    id
    to
    state
    error
  }
`)
const SendTestEmail = graphql(
  `
    mutation SendTestEmail($name: EmailTemplateName!, $words: EmailWordsInput!) {
      sendTestEmail(name: $name, words: $words) {
        ...EmailTestFields
      }
    }
  `,
  [EmailTestFields],
)
const EmailTest = graphql(
  `
    query EmailTest($id: ID!) {
      emailTest(id: $id) {
        ...EmailTestFields
      }
    }
  `,
  [EmailTestFields],
)

/** Sends the email with these words to oneself. What became of it is told by `emailTest`. */
export const sendTestEmail = async (name: EmailName, words: EmailWords) =>
  (await mutate(SendTestEmail, { name, words })).sendTestEmail

/** Asked for again until it was sent or failed. */
export const emailTest = (sent: ResultOf<typeof EmailTestFields> | undefined) =>
  queryOptions({
    queryKey: ['email-test', sent?.id],
    queryFn: async () => (await query(EmailTest, { id: sent?.id ?? '' })).emailTest,
    enabled: sent !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.state === 'SENDING' ? 1_000 : false),
  })

const SaveEmailTemplate = graphql(`
  mutation SaveEmailTemplate($name: EmailTemplateName!, $words: EmailWordsInput, $version: Int!) {
    saveEmailTemplate(name: $name, words: $words, version: $version) {
      version
    }
  }
`)

/** Null: the built-in words again. Rejected when somebody else has saved since `version`. */
export const saveEmailTemplate = (
  { name, version }: Pick<EmailTemplate, 'name' | 'version'>,
  words: EmailWords | null,
) => mutate(SaveEmailTemplate, { name, words, version })
