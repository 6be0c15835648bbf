import { AppError } from '../errors.ts'
import { can, type Action, type Viewer } from './user.ts'

export function requireCan(viewer: Viewer, action: Action): asserts viewer is NonNullable<Viewer> {
  if (viewer === null) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  if (!can(viewer, action)) throw new AppError('FORBIDDEN', 'Your role may not do that.')
}
