export { FormHelp } from '../form-help.tsx'
export { PhotoField } from './photo-field.tsx'
export { PhotoProgress } from './photo-progress.tsx'
