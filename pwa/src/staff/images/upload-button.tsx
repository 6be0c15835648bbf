import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { FileButton } from '../ui/forms/file-button.tsx'

type Props = { onFiles: (files: File[]) => void; multiple?: boolean; disabled?: boolean; describedBy?: string }

export const UploadButton = ({ onFiles, multiple = false, disabled = false, describedBy }: Props) => (
  <FileButton
    {...{ onFiles, multiple, disabled }}
    accept="image/*"
    variant="outlined"
    startIcon={<UploadIcon />}
    aria-describedby={describedBy}
  >
    Upload Image
  </FileButton>
)
