import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { Box, Button, Stack, type TextField } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, useBeforeUnload, useParams } from 'react-router-dom'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormStack, SaveButtons, SaveError } from '../ui/forms/form-stack.tsx'
import { EmptyState } from '../ui/notices.tsx'
import { returning, usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/times.ts'
import { EmailPreview } from './email-preview.tsx'
import { StateChip } from './emails-page.tsx'
import { emailPath, emailTemplates, saveEmailTemplate, type EmailTemplate, type EmailWords } from './emails.queries.ts'
import { useTestEmail } from './test-email.tsx'
import { useWordsForm } from './use-words-form.ts'
import { VariableList } from './variable-list.tsx'

/** The words of one email, with what it looks like. */
export function EmailPage() {
  const { name = '' } = useParams()
  const query = useQuery(emailTemplates())
  const template = query.data?.find((each) => emailPath(each.name) === name)
  usePageTitle(template ? `Email: ${template.label}` : 'Email')
  return (
    <Stack spacing={2}>
      <Box>
        <Button component={Link} to="/admin/emails" state={returning} color="inherit" startIcon={<ArrowBackIcon />}>
          Back to Emails
        </Button>
      </Box>
      <QueryState query={query} loading="Loading the email…" rows={5} staleNotice />
      {query.data && !template && <EmptyState title="Email Not Found">There is no email of this name.</EmptyState>}
      {template && <EmailEditor key={template.name} template={template} />}
    </Stack>
  )
}

export function EmailEditor({ template }: { template: EmailTemplate }) {
  const form = useWordsForm(template)
  useBeforeUnload((event) => form.isChanged && event.preventDefault())
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <Stack spacing={2} sx={{ minWidth: 0 }}>
        <WordsForm template={template} form={form} />
        <History template={template} onLoad={form.fill} />
      </Stack>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ position: { lg: 'sticky' }, top: 72 }}>
          <EmailPreview preview={form.preview} />
        </Box>
      </Box>
    </Box>
  )
}

type Form = ReturnType<typeof useWordsForm>

function WordsForm({ template, form }: { template: EmailTemplate; form: Form }) {
  return (
    <Section title="Words" action={<StateChip template={template} />}>
      <FormStack label="Words of the email" onSubmit={form.submit}>
        <Muted>{template.sent}</Muted>
        <WordsField form={form} name="subject" label="Subject" />
        <WordsField
          form={form}
          name="preheader"
          label="Inbox preview"
          helperText="What an inbox shows after the subject"
        />
        <WordsField form={form} name="title" label="Heading" />
        <WordsField
          form={form}
          name="body"
          label="Text"
          helperText="An empty line begins a paragraph, ## a heading, 1. a numbered step"
          multiline
          minRows={12}
          maxRows={28}
        />
        <Muted>Then always: {template.after}</Muted>
        <VariableList variables={template.variables} onPress={form.insert} />
        <Actions template={template} form={form} />
      </FormStack>
    </Section>
  )
}

type WordsFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'helperText' | 'multiline' | 'minRows' | 'maxRows'
>

const WordsField = ({ form, name, ...look }: WordsFieldProps & { form: Form; name: keyof EmailWords }) => (
  <Field {...look} form={form} name={name} onFocus={() => form.onFocus(name)} />
)

function Actions({ template, form }: { template: EmailTemplate; form: Form }) {
  const test = useTestEmail({ name: template.name, words: form.draft, isWrong: form.preview.isWrong })
  return (
    <Stack spacing={1}>
      <SaveError form={form} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <SaveButtons label="Save Email" form={form} />
        {test.button}
        {!template.isBuiltIn && <GoBack template={template} onDone={form.undo} />}
      </Box>
      {test.result}
    </Stack>
  )
}

function GoBack({ template, onDone }: { template: EmailTemplate; onDone: () => void }) {
  const client = useQueryClient()
  const { ask, dialog } = useConfirmed({
    mutationFn: (target: EmailTemplate) => saveEmailTemplate(target, null),
    question: () => ({
      title: 'Go back to the built-in words?',
      text: 'The next email has them. Your words stay in the list of changes.',
      confirm: 'Go back',
      busyText: 'Going back…',
    }),
    done: 'The built-in words are in force',
    onSuccess: async () => {
      await client.invalidateQueries(emailTemplates())
      onDone()
    },
  })
  return (
    <>
      <Button color="inherit" onClick={() => ask(template)}>
        Go back to the built-in words
      </Button>
      {dialog}
    </>
  )
}

function History({ template, onLoad }: { template: EmailTemplate; onLoad: Form['fill'] }) {
  const { history } = template
  return (
    <Section title="Changes">
      {history.length === 0 && <EmptyState title="No changes yet">The email has its built-in words.</EmptyState>}
      <Rows>
        {history.map(({ version, words, savedAt, savedBy }) => (
          <Row
            key={version}
            title={words === null ? `Version ${version}: back to the built-in words` : `Version ${version}`}
            detail={`${savedBy.name} · ${formatDateTime(savedAt)}`}
          >
            {words !== null && (
              <Button color="inherit" size="small" onClick={() => onLoad(words)} aria-label={`Load version ${version}`}>
                Load
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
