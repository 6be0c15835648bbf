import { fileText, maximumQuoteFile, quoteFileError, type QuoteFile } from '@kerbside/schema/quote-files/quote-file'
import AttachIcon from '@mui/icons-material/AttachFile'
import { Box, Button, FormHelperText } from '@mui/material'
import { useId } from 'react'
import { ApiError, brokenAnswer, messageOf } from '../../../../api/api-error.ts'
import { graphql, query } from '../../../../api/graphql.ts'
import { withSession } from '../../../../api/renewal.ts'
import { sendFile } from '../../../../api/send-file.ts'
import { isRecord } from '../../../../api/session.ts'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { download, DownloadButton } from '../../../ui/lists/list.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Stores a PDF for the next quote of a lead, after a look at what can be seen here already. */
export async function uploadQuoteFile(leadId: string, file: File): Promise<QuoteFile> {
  const tooLarge = quoteFileError(maximumQuoteFile + 1, new Uint8Array()) ?? ''
  const wrong = quoteFileError(file.size, new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (wrong !== null) throw new ApiError('INVALID', wrong)
  const answer = await withSession((token) => sendFile(`/quote/${leadId}/files`, file, { token, tooLarge }))
  const stored = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {}
  const { id, name, size } = stored
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size !== 'number') throw brokenAnswer()
  return { id, name, size }
}
export type UploadQuoteFile = typeof uploadQuoteFile

type QuoteFileFieldProps = {
  file: QuoteFile | null
  isSending: boolean
  /** What was wrong with the latest file, or with the one that was to be sent. */
  error: unknown
  onChoose: (file: File) => void
  onRemove: () => void
}

/** The optional PDF of a quote. It is sent to the server as soon as it is chosen. */
export function QuoteFileField({ file, isSending, error, onChoose, onRemove }: QuoteFileFieldProps) {
  const helpId = useId()
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <FileButton
          variant="outlined"
          startIcon={<AttachIcon />}
          loading={isSending}
          loadingPosition="start"
          aria-describedby={helpId}
          inputLabel="PDF"
          accept="application/pdf,.pdf"
          onFiles={([chosen]) => chosen && onChoose(chosen)}
        >
          {file === null ? 'Attach PDF' : 'Other PDF'}
        </FileButton>
        {file !== null && (
          <Button color="inherit" onClick={onRemove}>
            Remove PDF
          </Button>
        )}
      </Box>
      <FormHelperText id={helpId} error={error !== null} role="status" sx={{ mx: 1.75, overflowWrap: 'anywhere' }}>
        {error !== null ? messageOf(error) : file === null ? 'Optional, 5 MB at most.' : fileText(file)}
      </FormHelperText>
    </Box>
  )
}

const QuoteFileUrl = graphql(`
  query QuoteFileUrl($leadId: ID!, $id: ID!) {
    quoteFileUrl(leadId: $leadId, id: $id)
  }
`)

/** Downloads a file that went with a quote or a price. */
export function OpenQuoteFile({ leadId, file }: { leadId: string; file: QuoteFile }) {
  const opening = useAction({
    mutationFn: async () => (await query(QuoteFileUrl, { leadId, id: file.id })).quoteFileUrl,
    onSuccess: (url) => download(url),
    failed: true,
  })
  return <DownloadButton label={fileText(file)} busy={opening.isPending} onClick={() => opening.mutate()} />
}
