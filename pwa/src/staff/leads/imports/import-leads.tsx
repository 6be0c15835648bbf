import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Button } from '@mui/material'
import { useCan } from '../../../api/session.ts'
import { useAskedFor } from '../../ui/asked-action.ts'
import { usePartDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import { uploadImport, type UploadImport } from './imports.queries.ts'

/** The button and its dialog. */
export function ImportLeads({ upload = uploadImport }: { upload?: UploadImport }) {
  const mayImport = useCan('lead:import')
  const { open, dialog } = usePartDialog(
    () => import('./import-dialog.tsx'),
    ({ ImportDialog }, _asked: void, state) => <ImportDialog upload={upload} {...state} />,
  )
  useAskedFor('import-leads', () => mayImport && open())
  if (!mayImport) return null
  return (
    <>
      <Button color="inherit" startIcon={<UploadIcon />} aria-haspopup="dialog" onClick={() => open()}>
        Import
      </Button>
      {dialog}
    </>
  )
}
